package dev.mandate.testsupport.svm;

/** Why there is no rig on this machine. */
public sealed interface SvmUnavailable {

    /** What is missing and what would help, as a sentence. */
    String explanation();

    /** A command that the rig needs is not on the PATH. */
    record CommandMissing(String command) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "'" + command + "' is not on the PATH: the Solana runtime needs Node 20 or later with npm";
        }
    }

    /**
     * npm did not install the rig's packages.
     *
     * @param output npm's last words
     */
    record InstallFailed(String output) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "'npm ci' failed for the Solana runtime: " + output;
        }
    }

    /**
     * Squads v4 was asked for, and its binary is not there.
     *
     * @param path what {@code SQUADS_V4_SO} says; empty where it is not set
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
     * @param sha256 its hash, in hexadecimal digits
     */
    record SquadsBinaryWrong(String sha256) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "SQUADS_V4_SO names a file with SHA-256 " + sha256 + ", which is not the deployed Squads v4 program";
        }
    }

    /** The process ended or said something else before it was ready; its own words are on standard error. */
    record DidNotStart(String detail) implements SvmUnavailable {
        @Override
        public String explanation() {
            return "the Solana runtime did not start: " + detail;
        }
    }
}
