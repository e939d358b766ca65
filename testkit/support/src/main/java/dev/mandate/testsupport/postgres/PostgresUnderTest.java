package dev.mandate.testsupport.postgres;

import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The PostgreSQL database that tests run on: the reader's own, named by the environment variable {@value #VARIABLE} or the
 * system property {@value #PROPERTY}, or else one that is started at the first question and serves this whole process.
 */
public final class PostgresUnderTest {

    /** Holds a JDBC URL with user and password, of a role that may create schemas. */
    public static final String VARIABLE = "MANDATE_TEST_POSTGRES";

    /** As {@link #VARIABLE}, and before it. */
    public static final String PROPERTY = "mandate.test.postgres";

    private static Option<Either<PostgresUnavailable, String>> known = Option.none();

    private PostgresUnderTest() {}

    /** The database's JDBC URL. Tests share it, so each is to work in a schema of its own. */
    public static synchronized Either<PostgresUnavailable, String> url() {
        Either<PostgresUnavailable, String> url = known.getOrElse(() -> named().<Either<PostgresUnavailable, String>>map(Either::right)
                .getOrElse(() -> PostgresServer.start(PostgresServer.Durability.NONE).map(PostgresServer::url)));
        known = Option.some(url);
        return url;
    }

    private static Option<String> named() {
        return Option.of(System.getProperty(PROPERTY))
                .orElse(() -> Option.of(System.getenv(VARIABLE)))
                .filter(url -> !url.isBlank());
    }
}
