"""Example client for the protocol (docs/protocol.md): plays in one seat at any table, in any game."""

import asyncio
import json
import sys
import urllib.request

from websockets.asyncio.client import connect


def new_guest(server):
    """Create a guest account and return the cookie that identifies it."""
    with urllib.request.urlopen(f"{server}/api/me") as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


def call(server, cookie, path, body):
    """Send a POST request with a JSON body, and return the response."""
    headers = {"Cookie": cookie, "Content-Type": "application/json"}
    request = urllib.request.Request(server + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(server, cookie, table, choose):
    """Play the guest's seats at a table to the end of the game, and return the result."""
    url = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/live"
    async with connect(url, additional_headers={"Cookie": cookie}, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "proto": 1, "have_seq": 0}))
        asked = 0
        async for text in socket:
            message = json.loads(text)
            if message["type"] not in ("sync", "delta"):
                continue
            if message["prompt"]["result"]:
                return message["prompt"]["result"]
            request = {"id": f"bot-{message['seq']}", "base_seq": message["seq"]}
            if message["choices"]:
                request |= {"type": "act", "action": choose(message["view"], message["choices"])}
            elif message["prompt"]["can_confirm"] or message["prompt"]["can_roll"]:
                request |= {"type": "confirm"}
            if "type" in request and message["seq"] > asked:
                asked = message["seq"]
                await socket.send(json.dumps(request))


def sit_down(server, cookie, invite):
    """Take a seat by its invite, or open a table against a bot. Return the id of the table."""
    if invite:
        call(server, cookie, f"/api/tables/{invite.partition('.')[0]}/claim", {"invite": invite})
        return invite.partition(".")[0]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]
    return call(server, cookie, "/api/tables", {"game": "kerala", "options": {"rounds": 3}, "seats": seats})["id"]


if __name__ == "__main__":
    server, invite = sys.argv[1], sys.argv[2].rpartition("/")[2] if len(sys.argv) > 2 else ""
    cookie = new_guest(server)
    table = sit_down(server, cookie, invite)
    print(asyncio.run(play(server, cookie, table, lambda view, choices: choices[0]["action"])))
