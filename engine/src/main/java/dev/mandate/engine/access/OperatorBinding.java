package dev.mandate.engine.access;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.records.RecordReader;
import dev.mandate.engine.records.RecordWriter;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.journal.JournalReader;
import dev.mandate.ports.journal.Payload;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.StreamId;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Which operator's secret a journal is written with: its first event of a stream of its own, for good. With another secret no API key in
 * the journal would be known, and accounts under way could not be signed for any more.
 */
public final class OperatorBinding {

    private static final StreamId STREAM = new StreamId("operator", "secret");
    private static final String BOUND = "operator-bound";
    private static final int SCHEMA = 1;

    private OperatorBinding() {}

    /** The journal is written with another secret. */
    public record OtherOperator(OperatorIdentity bound, OperatorIdentity given) {}

    /** Whose the journal is; none before it is bound. */
    public static Option<OperatorIdentity> of(JournalReader journal) {
        return journal.stream(STREAM, 0, 1).items().headOption().map(OperatorBinding::read);
    }

    /** Binds the journal to {@code identity} if it is nobody's yet. Of several who do that at once one succeeds, and the others hear of it. */
    public static Either<OtherOperator, OperatorIdentity> bind(Journal journal, OperatorIdentity identity, UnixTime at) {
        while (true) {
            Option<OperatorIdentity> bound = of(journal);
            if (bound.isDefined()) {
                return bound.filter(identity::equals).toEither(() -> new OtherOperator(bound.get(), identity));
            }
            Commit commit = Commit.at(at).append(STREAM, 0, event(identity));
            Option<CommitRefused> refused = journal.commit(commit).swap().toOption();
            refused.filter(why -> !(why instanceof CommitRefused.VersionConflict)).forEach(why -> {
                throw new IllegalStateException("the binding of a journal is refused: " + why);
            });
        }
    }

    private static Payload event(OperatorIdentity identity) {
        RecordWriter out = new RecordWriter();
        out.address(identity.feePayer());
        out.bytes32(identity.tokenMark());
        return new Payload(BOUND, SCHEMA, out.written());
    }

    private static OperatorIdentity read(RecordedEvent event) {
        return RecordReader.read(
                event.payload().content(), in -> new OperatorIdentity(in.address(), in.bytes32()));
    }
}
