package dev.mandate.adapters.kms.pkcs11;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.control.Either;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenUriTest {

    @Test
    void namesTokenModuleAndPinFile() {
        assertEquals(
                Either.right(new TokenUri("my token", Path.of("/lib/hsm.so"), Path.of("/etc/pin+1"))),
                TokenUri.parse("pkcs11:token=my%20token?module-path=/lib/hsm.so&pin-source=file:/etc/pin+1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "pkcs11:",
                "pkcs11:token=a",
                "pkcs11:token=a?module-path=/m",
                "pkcs11:token=a?module-path=m&pin-source=file:/p",
                "pkcs11:token=a?module-path=/m&pin-source=file:p",
                "pkcs11:token=?module-path=/m&pin-source=file:/p",
                "pkcs11:token=a?module-path=/m&pin-source=/p&pin-value=1234",
                "pkcs11:token=a?module-path=/m&pin-value=1234",
                "pkcs11:token=a;token=b?module-path=/m&pin-source=/p",
                "pkcs11:token=%zz?module-path=/m&pin-source=/p",
            })
    void anythingElseIsRefused(String text) {
        assertTrue(TokenUri.parse(text).isLeft());
    }
}
