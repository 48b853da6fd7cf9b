// The game on the home page that replays by itself; without scripts, its last position stands there.
const SECONDS = 1;
const FINAL_SECONDS = 5;

for (const figure of document.querySelectorAll(".replay")) {
  const image = figure.querySelector("img");
  const button = figure.querySelector("button");
  const last = Number(figure.dataset.last);
  const path = image.src.replace(/\d+\.svg$/, "");
  let shown = last;
  let timer = 0;

  const show = async () => {
    const next = shown === last ? 0 : shown + 1;
    const picture = new Image();
    picture.src = `${path}${String(next).padStart(2, "0")}.svg`;
    await picture.decode();
    if (timer === 0) return;
    image.src = picture.src;
    shown = next;
    timer = setTimeout(show, 1000 * (shown === last ? FINAL_SECONDS : SECONDS));
  };
  const play = () => {
    timer = setTimeout(show, 1000 * SECONDS);
    button.textContent = "Pause";
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = "Play";
  };

  button.hidden = false;
  button.addEventListener("click", () => (timer === 0 ? play() : pause()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else play();
}
