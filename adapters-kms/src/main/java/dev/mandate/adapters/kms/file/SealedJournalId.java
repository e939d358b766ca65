package dev.mandate.adapters.kms.file;

import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.audit.JournalId;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The content of the file {@code journal}: a version, and the id of the journal that the vault belongs to, sealed under the vault's key-encryption key.
 * Who writes to the folder and does not know the passphrase cannot make another one.
 */
final class SealedJournalId {

    static final int BYTES = 1 + Bytes32.LENGTH + AesKey.OVERHEAD;

    private static final byte VERSION = 1;
    private static final byte[] BOUND = "mandate-vault/v1/journal".getBytes(StandardCharsets.US_ASCII);

    private SealedJournalId() {}

    static byte[] seal(AesKey kek, JournalId journal) {
        byte[] sealed = kek.seal(journal.value().toArray(), BOUND);
        byte[] content = new byte[BYTES];
        content[0] = VERSION;
        System.arraycopy(sealed, 0, content, 1, sealed.length);
        return content;
    }

    /** The id; none if the key-encryption key or any bit is another one. */
    static Option<JournalId> open(AesKey kek, byte[] content) {
        return Option.when(content.length == BYTES && content[0] == VERSION, () -> Arrays.copyOfRange(content, 1, BYTES))
                .flatMap(sealed -> kek.open(sealed, BOUND))
                .map(id -> new JournalId(Bytes32.of(id)));
    }
}
