package dev.mandate.adapters.store.jdbc;

import java.sql.SQLException;

/** A row contains a value that this store never wrote. The message names the row and the error. */
public final class DamagedRow extends SQLException {

    private static final long serialVersionUID = 1L;

    DamagedRow(String message, Throwable cause) {
        super(message, cause);
    }
}
