package dev.mandate.testsupport.svm;

/** Why this machine cannot run a rig. */
public sealed interface SvmUnavailable {

    /** Returns a sentence that says what is missing and how to fix it. */
    String explanation();

    /** A command that the rig needs is not on the PATH. */
    record CommandMissing(String command) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "'" + command + "' is not on the PATH: the Solana runtime needs Node 20 or later with npm";
        }
    }

    /**
     * npm failed to install the rig's packages.
     *
     * @param output the end of npm's output
     */
    record InstallFailed(String output) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "'npm ci' failed for the Solana runtime: " + output;
        }
    }

    /**
     * The binary of Squads v4 is missing.
     *
     * @param path the value of {@code SQUADS_V4_SO}; empty if it is not set
     */
    record SquadsBinaryMissing(String path) implements SvmUnavailable {
        @Override
        public String explanation() {
            return path.isEmpty()
                    ? "SQUADS_V4_SO does not name the Squads v4 program binary"
                    : "SQUADS_V4_SO names " + path + ", which does not exist";
        }
    }

    /**
     * The file is not the deployed Squads v4 program.
     *
     * @param sha256 its hash in hexadecimal digits
     */
    record SquadsBinaryWrong(String sha256) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "SQUADS_V4_SO names a file with SHA-256 " + sha256 + ", which is not the deployed Squads v4 program";
        }
    }

    /** The process ended or printed something else before it was ready. Its own output is on standard error. */
    record DidNotStart(String detail) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "the Solana runtime did not start: " + detail;
        }
    }
}
