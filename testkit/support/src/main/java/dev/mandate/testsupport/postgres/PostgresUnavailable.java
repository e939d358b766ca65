package dev.mandate.testsupport.postgres;

/** Why there is no PostgreSQL server for a test. */
public sealed interface PostgresUnavailable {

    /** What is missing and what would help, as a sentence. */
    String explanation();

    /** Neither the PATH nor the usual place holds the server's programs. */
    record BinariesMissing(int leastVersion) implements PostgresUnavailable {
        @Override
        public String explanation() {
            return "no PostgreSQL server of version " + leastVersion + " or newer was found on the PATH or in"
                    + " /usr/lib/postgresql: install one (Debian: apt-get install postgresql), or name yours by"
                    + " the environment variable " + PostgresUnderTest.VARIABLE;
        }
    }

    /**
     * A server's programs are there, and did not do what they are for.
     *
     * @param output their last words
     */
    record DidNotStart(String output) implements PostgresUnavailable {
        @Override
        public String explanation() {
            return "the PostgreSQL server did not start: " + output;
        }
    }
}
