"""Tables over HTTP: opening, listing, ending, records; and the games that there are."""
