package dev.mandate.adapters.kms.pkcs11;

import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_EXPIRED;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_INCORRECT;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_INVALID;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_LEN_RANGE;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_LOCKED;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_USER_ALREADY_LOGGED_IN;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import org.xipki.pkcs11.wrapper.PKCS11Exception;

/** Logs in with a PIN. A token locks itself after a few wrong PINs, so a refused one is tried once by all threads together. */
final class PinLogin {

    /** What a token answers to a wrong PIN. */
    private static final Set<Long> WRONG = HashSet.of(CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE);

    /** A PIN that may be right, and costs no try. The token's officer may make it good while the server runs. */
    private static final Set<Long> OUT_OF_USE = HashSet.of(CKR_PIN_EXPIRED, CKR_PIN_LOCKED);

    private final char[] pin;
    private Option<PKCS11Exception> refusal = Option.none();

    PinLogin(char[] pin) {
        this.pin = pin;
    }

    /** A call that logs in a session. */
    interface Call {
        void with(char[] pin) throws PKCS11Exception;
    }

    /** Makes the call, unless the token has refused the PIN before. */
    synchronized void attempt(Call call) throws PKCS11Exception {
        if (refusal.exists(before -> WRONG.contains(before.getErrorCode()))) {
            throw new PKCS11Exception(refusal.get().getErrorCode());
        }
        try {
            call.with(pin);
            refusal = Option.none();
        } catch (PKCS11Exception e) {
            refusal = Option.when(WRONG.addAll(OUT_OF_USE).contains(e.getErrorCode()), e);
            // A login counts for all sessions of the process.
            if (e.getErrorCode() != CKR_USER_ALREADY_LOGGED_IN) {
                throw e;
            }
        }
    }

    /** The token's error by which it has refused the PIN; none if it has not, or was not asked. */
    synchronized Option<String> refusal() {
        return refusal.map(PKCS11Exception::getErrorName);
    }
}
