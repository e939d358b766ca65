package dev.mandate.testsupport.postgres;

/** Why a test has no PostgreSQL server. */
public sealed interface PostgresUnavailable {

    /** Returns a sentence that says what is missing and how to fix it. */
    String explanation();

    /** The server's programs are neither on the PATH nor in the usual folder. */
    record BinariesMissing(int leastVersion) implements PostgresUnavailable {
        @Override
        public String explanation() {
            return "no PostgreSQL server of version " + leastVersion + " or newer was found on the PATH or in"
                    + " /usr/lib/postgresql: install one (Debian: apt-get install postgresql), or name yours by"
                    + " the environment variable " + PostgresUnderTest.VARIABLE;
        }
    }

    /**
     * The server's programs exist but failed.
     *
     * @param output the end of their output
     */
    record DidNotStart(String output) implements PostgresUnavailable {
        @Override
        public String explanation() {
            return "the PostgreSQL server did not start: " + output;
        }
    }
}
