package dev.mandate.app;

import dev.mandate.adapters.kms.file.FileVault;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import io.vavr.collection.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Signs with the keys of a restored vault, in a process of its own, and prints the signatures. */
final class KeySigner {

    static final Tenant TENANT = new Tenant("default");
    static final Bytes MESSAGE = Bytes.of(new byte[] {1, 2, 3});

    private KeySigner() {}

    /**
     * Prints a signature for each key.
     *
     * @param arguments the vault, its passphrase, and pairs of a key's id and address
     */
    public static void main(String[] arguments) {
        try (KeyVault vault = FileVault.open(Path.of(arguments[0]), arguments[1].getBytes(StandardCharsets.UTF_8)).get()) {
            for (Array<String> key : Array.of(arguments).drop(2).grouped(2).map(Array::ofAll)) {
                System.out.println(sign(vault, new ManagedKeyId(key.get(0)), Address.of(key.get(1))));
            }
        }
    }

    static Signature sign(KeyVault vault, ManagedKeyId id, Address signer) {
        return vault.sign(new AuthorizedMessage(TENANT, id, signer, MESSAGE)).get();
    }
}
