package dev.mandate.adapters.kms.pkcs11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_DEVICE_REMOVED;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_EXPIRED;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_INCORRECT;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_INVALID;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_LEN_RANGE;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_PIN_LOCKED;
import static org.xipki.pkcs11.wrapper.PKCS11Constants.CKR_USER_ALREADY_LOGGED_IN;

import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xipki.pkcs11.wrapper.PKCS11Exception;

class PinLoginTest {

    private final PinLogin login = new PinLogin("a pin".toCharArray());
    private final AtomicInteger calls = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(longs = {CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE})
    void aWrongPinIsTriedOnce(long error) {
        for (int i = 0; i < 3; i++) {
            assertEquals(error, assertThrows(PKCS11Exception.class, () -> login.attempt(answering(error))).getErrorCode());
        }

        assertEquals(1, calls.get());
        assertEquals(Option.some(new PKCS11Exception(error).getErrorName()), login.refusal());
    }

    /** That costs no try, and the token's officer may mend it. */
    @ParameterizedTest
    @ValueSource(longs = {CKR_PIN_EXPIRED, CKR_PIN_LOCKED})
    void aPinThatIsOutOfUseIsTriedAgain(long error) throws PKCS11Exception {
        assertThrows(PKCS11Exception.class, () -> login.attempt(answering(error)));
        assertEquals(Option.some(new PKCS11Exception(error).getErrorName()), login.refusal());

        login.attempt(pin -> calls.incrementAndGet());

        assertEquals(2, calls.get());
        assertEquals(Option.none(), login.refusal());
    }

    @Test
    void aPinIsTriedAgainAfterAFaultOfTheToken() throws PKCS11Exception {
        assertThrows(PKCS11Exception.class, () -> login.attempt(answering(CKR_DEVICE_REMOVED)));
        login.attempt(answering(CKR_USER_ALREADY_LOGGED_IN));

        assertEquals(2, calls.get());
        assertEquals(Option.none(), login.refusal());
    }

    private PinLogin.Call answering(long error) {
        return pin -> {
            calls.incrementAndGet();
            throw new PKCS11Exception(error);
        };
    }
}
