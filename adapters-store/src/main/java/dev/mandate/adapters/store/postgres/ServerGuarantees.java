package dev.mandate.adapters.store.postgres;

import dev.mandate.adapters.store.jdbc.PreparedConnection;
import io.vavr.control.Option;
import java.sql.SQLException;

/**
 * What the journal relies on, proven by two sessions: an advisory lock excludes, statements of a transaction see what others have committed since, and all
 * sessions share one clock. Some databases and poolers take the statements and keep none of it. Two instances would then append at once, and each could
 * sign what the other one has spent.
 */
final class ServerGuarantees {

    /** "MNDP". Beside it the number of a session, so that no other instance takes the same lock. */
    private static final int LOCK_CLASS = 0x4d4e4450;

    private static final String SESSION = "SELECT pg_backend_pid()";
    private static final String LOCK = "SELECT pg_advisory_xact_lock(?, ?)";
    private static final String TRY = "SELECT pg_try_advisory_xact_lock(?, ?)";
    private static final String ISOLATION = "SELECT current_setting('transaction_isolation')";
    private static final String MICROS = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

    private ServerGuarantees() {}

    /** What is missing; none if all is there. Neither session may be in a transaction; they are in none afterwards. */
    static Option<String> missing(PreparedConnection one, PreparedConnection other) throws SQLException {
        one.connection().setAutoCommit(false);
        other.connection().setAutoCommit(false);
        int key = one.first(SESSION, row -> row.getInt(1)).get();
        boolean isSame = other.first(SESSION, row -> row.getInt(1)).contains(key);
        long before = micros(one);
        one.run(LOCK, LOCK_CLASS, key);
        boolean takenTwice = locks(other, key);
        long between = micros(other);
        one.connection().commit();
        boolean takenAfterwards = locks(other, key);
        other.connection().commit();
        long after = micros(one);
        Option<String> isolation = one.first(ISOLATION, row -> row.getString(1)).filter(level -> !level.equals("read committed"));
        one.connection().commit();
        if (isSame) {
            return Option.some("two connections share one session, as behind a pooler of statements");
        }
        if (takenTwice || !takenAfterwards) {
            return Option.some("its advisory locks exclude nobody, so two instances would append at once");
        }
        if (isolation.isDefined()) {
            return isolation.map(level -> "its transactions are \"" + level + "\", though \"read committed\" was set");
        }
        return Option.when(before >= between || between >= after, "its connections do not share one clock");
    }

    private static boolean locks(PreparedConnection session, int key) throws SQLException {
        return session.first(TRY, row -> row.getBoolean(1), LOCK_CLASS, key).contains(true);
    }

    private static long micros(PreparedConnection session) throws SQLException {
        return session.first(MICROS, row -> row.getLong(1)).get();
    }
}
