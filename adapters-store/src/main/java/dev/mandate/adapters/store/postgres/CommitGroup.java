package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.Decision;
import dev.mandate.adapters.store.jdbc.Session;
import dev.mandate.adapters.store.jdbc.WriteSql;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.CommitRefused;
import dev.mandate.ports.journal.Committed;
import dev.mandate.ports.journal.IdempotencyKey;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.RecordedEvent;
import dev.mandate.ports.journal.Row;
import dev.mandate.ports.journal.RowChange;
import dev.mandate.ports.journal.RowKey;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Several commits, decided one after the other and written together. The number of round trips to the database does not grow
 * with the number of commits: others wait for their turn meanwhile.
 */
final class CommitGroup {

    private final GroupPresent present;
    private final List<Object[]> events = new ArrayList<>();
    private final List<Object[]> messages = new ArrayList<>();
    /** What each row is in the end, in the order of keys; of a row changed twice, only the last counts. */
    private final Map<RowKey, Option<Row>> rows = new TreeMap<>();
    private final Map<IdempotencyKey, IdempotencyRecord> answers = new LinkedHashMap<>();

    private CommitGroup(GroupPresent present) {
        this.present = present;
    }

    /**
     * Carries out {@code commits}, whose limits have been checked, in the session's transaction, whose turn it must be.
     *
     * @return what became of each, in their order
     */
    static Vector<Either<CommitRefused, Committed>> run(Session session, Seq<Commit> commits) throws SQLException {
        CommitGroup group = new CommitGroup(GroupPresent.read(session, commits));
        Vector<Either<CommitRefused, Committed>> outcomes = Vector.empty();
        for (Commit commit : commits) {
            Either<CommitRefused, Vector<RecordedEvent>> decided = Decision.on(commit, group.present);
            decided.forEach(recorded -> group.add(commit, recorded));
            outcomes = outcomes.append(decided.map(Committed::new));
        }
        group.write(session);
        return outcomes;
    }

    private void add(Commit commit, Seq<RecordedEvent> recorded) {
        present.follow(commit, recorded);
        recorded.forEach(event -> events.add(WriteSql.event(event)));
        for (RowChange change : commit.rows()) {
            rows.put(change.key(), change.result());
        }
        commit.answer().forEach(answer -> answers.put(answer.key(), answer));
        commit.messages().forEach(message -> messages.add(WriteSql.message(message, commit.recordedAt())));
    }

    private void write(Session session) throws SQLException {
        List<Object[]> put = new ArrayList<>();
        List<Object[]> deleted = new ArrayList<>();
        rows.forEach((key, row) -> {
            if (row.isDefined()) {
                put.add(WriteSql.row(row.get()));
            } else {
                deleted.add(WriteSql.key(key));
            }
        });
        write(session, WriteSql.EVENT, events);
        write(session, WriteSql.PUT_ROW, put);
        write(session, WriteSql.DELETE_ROW, deleted);
        write(session, WriteSql.ANSWER, answers.values().stream().map(WriteSql::answer).toList());
        write(session, WriteSql.MESSAGE, messages);
    }

    private static void write(Session session, String sql, List<Object[]> parameters) throws SQLException {
        if (!parameters.isEmpty()) {
            session.batch(sql, parameters);
        }
    }
}
