package dev.mandate.adapters.kms.pkcs11;

import dev.mandate.adapters.kms.KeyMaker;
import dev.mandate.ports.spi.keys.KeyVault;
import java.nio.file.Path;

/** A process of its own that makes keys in a token, and prints their addresses. */
final class TokenKeyMaker {

    private TokenKeyMaker() {}

    public static void main(String[] arguments) {
        TokenUri uri = new TokenUri(arguments[0], Path.of(arguments[1]), Path.of(arguments[2]));
        try (KeyVault vault = Pkcs11Vault.open(uri, Path.of(arguments[3])).get()) {
            KeyMaker.print(vault);
        }
    }
}
