package dev.mandate.adapters.store.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalUnavailableException.Effect;
import dev.mandate.ports.spi.journal.JournalUnavailableException;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.StreamId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connection breaks during a commit. The effect that the store reports must be true. */
class LostAnswerTest {

    private static final StreamId ALPHA = new StreamId("account", "alpha");
    private static final Commit COMMIT =
            Commit.at(new UnixTime(1_800_000_000)).append(ALPHA, 0, new Payload("text", 1, "{}"));

    private final Database database = Database.required();
    private final ConnectionProxy relay;
    private final PostgresStore store;

    LostAnswerTest() throws Exception {
        String address = database.freshSchema();
        relay = new ConnectionProxy(address);
        store = database.store(relay.through(address));
    }

    @BeforeEach
    void warmUp() {
        assertEquals(0, store.journal().version(ALPHA));
    }

    @AfterEach
    void closeAll() throws Exception {
        database.close();
        relay.close();
    }

    private Effect effectOfFailure() {
        return assertThrows(JournalUnavailableException.class, () -> assertTrue(
                        store.journal().commit(COMMIT).isRight()))
                .effect();
    }

    @Test
    void aLostCommitAnswerHasUnknownEffect() {
        relay.cutOnce(ConnectionProxy.Cut.BEFORE_THE_ANSWER_TO_COMMIT);
        assertEquals(Effect.UNKNOWN, effectOfFailure());
        // The server has it by the time it lets go of the turn, which the next commit waits for.
        assertTrue(store.journal().commit(COMMIT).isLeft());
        assertEquals(1, store.journal().version(ALPHA));
    }

    @Test
    void aCommitThatTheServerDidNotHearOfIsInDoubtAndMayHaveNoEffect() {
        relay.cutOnce(ConnectionProxy.Cut.BEFORE_COMMIT);
        assertEquals(Effect.UNKNOWN, effectOfFailure());
        assertEquals(0, store.journal().version(ALPHA));
        assertTrue(store.journal().commit(COMMIT).isRight());
    }

    @Test
    void aConnectionLostBeforeTheCommitIsReplaced() {
        relay.cutOnce(ConnectionProxy.Cut.AT_THE_TURN);
        assertTrue(store.journal().commit(COMMIT).isRight());
        assertEquals(1, store.journal().events(0, 10).items().size());
    }
}
