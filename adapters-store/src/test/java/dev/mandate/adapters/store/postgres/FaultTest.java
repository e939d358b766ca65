package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import java.io.EOFException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** What an error after COMMIT was sent proves. */
class FaultTest {

    private static PSQLException answered(String severity, String state) {
        return new PSQLException(new ServerErrorMessage("S" + severity + "\0C" + state + "\0Mwords\0"));
    }

    private static Effect effect(SQLException e) {
        return Fault.atCommit(e).effect();
    }

    @Test
    void theErrorOfAStatementProvesARollback() {
        assertEquals(Effect.NONE, effect(answered("ERROR", "23505")));
        assertEquals(Effect.NONE, effect(answered("ERROR", "25006")));
        assertEquals(Effect.NONE, effect(answered("FEHLER", "40001")));
    }

    @Test
    void aCancelMayHaveBeenSeenAfterTheCommit() {
        assertEquals(Effect.UNKNOWN, effect(answered("ERROR", "57014")));
        assertEquals(Effect.UNKNOWN, effect(answered("FATAL", "57P01")));
    }

    @Test
    void aPoolerThatLostTheServerProvesNothing() {
        assertEquals(Effect.UNKNOWN, effect(answered("ERROR", "08P01")));
    }

    @Test
    void anErrorBeforeTheConnectionBrokeProvesNothing() {
        PSQLException error = answered("ERROR", "XX000");
        error.setNextException(new PSQLException("broken", PSQLState.CONNECTION_FAILURE, new EOFException()));

        assertEquals(Effect.UNKNOWN, effect(error));
    }

    @Test
    void noAnswerProvesNothing() {
        assertEquals(Effect.UNKNOWN, effect(new PSQLException("broken", PSQLState.CONNECTION_FAILURE, new EOFException())));
        assertEquals(Effect.UNKNOWN, effect(answered("FEHLER", "25006")));
    }
}
