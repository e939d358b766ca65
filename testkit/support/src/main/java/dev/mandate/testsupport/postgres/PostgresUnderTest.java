package dev.mandate.testsupport.postgres;

import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The PostgreSQL database for tests. The environment variable {@value #VARIABLE} or the system property {@value #PROPERTY}
 * names it. Otherwise the first use starts a server for this whole process.
 */
public final class PostgresUnderTest {

    /** A JDBC URL with user and password of a role that may create schemas. */
    public static final String VARIABLE = "MANDATE_TEST_POSTGRES";

    /** Like {@link #VARIABLE}, and takes precedence over it. */
    public static final String PROPERTY = "mandate.test.postgres";

    private static Option<Either<PostgresUnavailable, String>> known = Option.none();

    private PostgresUnderTest() {}

    /** Returns the database's JDBC URL. Tests share the database, so each must use its own schema. */
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
