package dev.mandate.adapters.kms.pkcs11;

import dev.mandate.adapters.kms.KeyFileProblem;
import java.nio.file.Path;

/** Why a token cannot be used. Contains nothing of its PIN. */
public sealed interface TokenProblem {

    /** The message for the operator, in one line. */
    String text();

    /** The file of the PIN cannot be read. */
    record PinFile(KeyFileProblem problem) implements TokenProblem {
        @Override
        public String text() {
            return problem.text();
        }
    }

    /** The maker's library cannot be loaded. */
    record NoModule(Path module, String detail) implements TokenProblem {
        @Override
        public String text() {
            return "the PKCS#11 module " + module + " can't be loaded: " + detail;
        }
    }

    /** The module has no token of this label, or several. */
    record NoToken(String label, int found) implements TokenProblem {
        @Override
        public String text() {
            return found + " PKCS#11 tokens are called \"" + label + "\", where one is needed";
        }
    }

    /**
     * The token does not accept the PIN. It locks itself after a few wrong ones.
     *
     * @param error of the token, such as {@code CKR_PIN_INCORRECT}
     */
    record PinRefused(String label, Path file, String error) implements TokenProblem {
        @Override
        public String text() {
            return "the PKCS#11 token \"" + label + "\" does not accept the PIN in " + file + ": " + error;
        }
    }

    /** The token cannot be used. */
    record Refused(String label, String detail) implements TokenProblem {
        @Override
        public String text() {
            return "the PKCS#11 token \"" + label + "\" can't be used: " + detail;
        }
    }
}
