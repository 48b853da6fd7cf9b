"""Entry point of ``python -m mandapa.server``, which runs the server with MANDAPA_* settings from the environment."""

import sys

from mandapa.server import SettingsError, run
from mandapa.server.store.database import DatabaseError

if __name__ == "__main__":
    try:
        run()
    except (SettingsError, DatabaseError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        pass
