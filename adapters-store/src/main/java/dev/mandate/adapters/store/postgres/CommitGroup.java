package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Decision;
import dev.mandate.adapters.store.jdbc.PreparedConnection;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Committed;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.RowKey;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Several commits that are decided in sequence and written together. A group of any size takes two round trips to the
 * database: take the turn and read; write and commit. Other instances wait for their turn between the two.
 */
final class CommitGroup {

    private final GroupPresent present;
    private final List<RecordedEvent> events = new ArrayList<>();
    private final List<GroupSql.Sent> messages = new ArrayList<>();
    /** The final state of each row, ordered by key. If a row changes twice, only the last change is written. */
    private final Map<RowKey, Option<Row>> rows = new TreeMap<>();
    private final Map<RequestKey, IdempotencyRecord> answers = new LinkedHashMap<>();

    private CommitGroup(GroupPresent present) {
        this.present = present;
    }

    /**
     * Decides {@code commits} in the session's transaction once it has the turn. The caller has checked their limits.
     *
     * @return the result of each, in their order, and what remains to be written
     */
    static Connections.Written<Array<Either<CommitRefused, Committed>>> run(PreparedConnection session, AppendLock turn, Seq<Commit> commits)
            throws SQLException {
        CommitGroup group = new CommitGroup(GroupPresent.read(session, turn, commits));
        Array<Either<CommitRefused, Committed>> outcomes = Array.empty();
        for (Commit commit : commits) {
            Either<CommitRefused, Array<RecordedEvent>> decided = Decision.on(commit, group.present);
            decided.forEach(recorded -> group.add(commit, recorded));
            outcomes = outcomes.append(decided.map(Committed::new));
        }
        return new Connections.Written<>(outcomes, group.writes());
    }

    private void add(Commit commit, Seq<RecordedEvent> recorded) {
        present.follow(commit, recorded);
        events.addAll(recorded.asJava());
        for (RowChange change : commit.rows()) {
            rows.put(change.key(), change.result());
        }
        commit.answer().forEach(answer -> answers.put(answer.key(), answer));
        commit.messages().forEach(message -> messages.add(new GroupSql.Sent(commit.recordedAt(), message)));
    }

    private RoundTrip writes() {
        List<Row> put = new ArrayList<>();
        List<RowKey> deleted = new ArrayList<>();
        rows.forEach((key, row) -> {
            if (row.isDefined()) {
                put.add(row.get());
            } else {
                deleted.add(key);
            }
        });
        RoundTrip trip = new RoundTrip();
        GroupSql.EVENTS.join(trip, events);
        GroupSql.ROWS.join(trip, put);
        GroupSql.DELETED.join(trip, deleted);
        GroupSql.ANSWERS.join(trip, List.copyOf(answers.values()));
        GroupSql.MESSAGES.join(trip, messages);
        return trip;
    }
}
