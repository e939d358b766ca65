package dev.mandate.engine.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.Answers;
import dev.mandate.engine.time.SteadyClock;
import dev.mandate.engine.time.SteppedClock;
import dev.mandate.engine.workers.Work.Progress;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.simulator.journal.InMemoryJournal;
import io.vavr.control.Option;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wall clock jumps by a day, ahead or back: no message is parked, and no answer under an idempotency key goes early. */
class ClockStepsTest {

    private static final long DAY = 86_400;
    private static final RequestKey KEY = new RequestKey("acme", "order");

    private final SteppedClock machine = new SteppedClock();
    private final InMemoryJournal store = new InMemoryJournal();
    private SteadyClock clock = machine.steady();
    private final UnixTime end = machine.wall().plusSeconds(DAY);
    private int delivered;

    @ParameterizedTest
    @ValueSource(longs = {DAY, -DAY})
    void aMessageThatFailedIsTriedAgainInTimeWhetherOrNotTheJumpCounts(long step) {
        for (int minutes = 0; minutes < 30; minutes++) {
            if (minutes == 1) {
                machine.stepWall(step);
            }
            if (minutes == 20) {
                machine.stepWall(-step);
            }
            assertDelivered();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {DAY, -DAY})
    void aMessagePostponedByAWrongClockIsRetriedAtOnce(long step) {
        machine.stepWall(step);
        clock = machine.steady();
        send();
        assertEquals(Progress.MORE, worker(failing()).step());

        machine.stepWall(-step);
        clock = machine.steady();
        machine.pass(40);

        assertEquals(Progress.MORE, worker(delivering()).step());
        assertEquals(1, delivered);
    }

    /** Sends a message, fails to deliver it, and delivers it after its longest pause. */
    private void assertDelivered() {
        int before = delivered;
        send();
        assertEquals(Progress.MORE, worker(failing()).step());
        machine.pass(40);
        assertEquals(Progress.MORE, worker(delivering()).step());
        assertEquals(before + 1, delivered);
        machine.pass(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {2 * DAY, -2 * DAY})
    void anAnswerIsKeptAndFoundThroughAJumpThatIsTakenBack(long step) {
        remember();
        machine.stepWall(step);
        assertKept();
        machine.pass(599);
        assertKept();
        machine.stepWall(-step);
        assertKept();

        machine.pass(DAY + RetentionWork.MARGIN_SECONDS);
        assertEquals(Progress.IDLE, retention().step());
        assertTrue(store.answered(KEY).isEmpty(), "its time is over");
    }

    @ParameterizedTest
    @ValueSource(longs = {2 * DAY, -2 * DAY})
    void aStartByAWrongClockDeletesNothingForTenMinutesNorWhileItIsSetRight(long step) {
        remember();
        machine.stepWall(step);
        clock = machine.steady();
        clock.startAfter(machine.wall().plusSeconds(-step));

        machine.pass(599);
        assertThere();
        machine.stepWall(-step);
        machine.pass(599);
        assertThere();
        machine.pass(600);

        assertKept();
    }

    private void assertThere() {
        assertEquals(Progress.IDLE, retention().step());
        assertTrue(store.answered(KEY).isDefined(), "it was deleted");
    }

    private void assertKept() {
        assertThere();
        assertEquals(new Answers.Earlier.Same("made"), answers().find(named()));
    }

    private void remember() {
        assertTrue(store.commit(answers().add(Commit.at(clock.now()), named(), "made")).isRight());
    }

    private Retry named() {
        return new Retry.Named(KEY, Bytes32.of(new byte[32]), end);
    }

    private Answers answers() {
        return new Answers(store, clock, "answer");
    }

    private RetentionWork retention() {
        return new RetentionWork(store, clock);
    }

    private void send() {
        OutboxMessage message =
                new OutboxMessage("mail", new Tenant("acme"), new StreamId("account", "a"), new Payload("text", 1, "{}"));
        assertTrue(store.commit(Commit.at(clock.now()).sending(message)).isRight());
    }

    private OutboxWork worker(MessageHandler handler) {
        return new OutboxWork(
                store.outbox(), "mail", handler, WorkerFixture.TERMS, new WorkerContext(clock, () -> -1L, reported -> {}));
    }

    private static MessageHandler failing() {
        return delivery -> Option.some(new DeliveryFailure.Transient("no answer"));
    }

    private MessageHandler delivering() {
        return delivery -> {
            delivered++;
            return Option.none();
        };
    }
}
