package dev.mandate.adapters.kms;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import io.vavr.control.Either;
import java.nio.file.Path;

/**
 * The secret of create keys: 256 bits in a file that only its owner can read. From it follow the addresses of accounts that the operator pays for, and
 * the names by which the vault's keys of e-mail identities are found (HMAC-SHA256 of the purpose under the secret). It is never replaced, also when
 * the operator's secret is: otherwise what a journal has lost could not be found on the chain. All instances of a deployment share one such file.
 *
 * <p>A new operator's secret gets a random one beside it. In a folder of an earlier version it is derived from the operator's secret, once, so that
 * instances with copies of that secret derive the same.
 *
 * <p>The secret and its derived keys never appear in a text. Who has it and the operator's requests can take the addresses of accounts before they are
 * made; it signs for no account.
 */
public final class CreationSecret {

    /** The file's name in a data folder. */
    public static final String NAME = "creation.secret";

    private static final String KIND = "mandate-creation-secret-v1";
    private static final String CREATE_KEY = "mandate/creation/create-key/v1/";
    private static final String LOOKUP_NAME = "mandate/creation/name/v1/";
    private static final String MARK = "mandate/creation/mark/v1";

    private final byte[] secret;

    private CreationSecret(byte[] secret) {
        this.secret = secret;
    }

    /** The secret in {@code file}. */
    public static Either<KeyFileProblem, CreationSecret> open(Path file) {
        return at(file).open().map(CreationSecret::new);
    }

    /** The secret in {@code file}, which is created with the one that {@link #derivedFrom} {@code operator} if it does not exist. */
    public static Either<KeyFileProblem, CreationSecret> openOrCreate(Path file, OperatorSecret operator) {
        Either<KeyFileProblem, CreationSecret> opened = open(file);
        return opened.isLeft() && opened.getLeft() instanceof KeyFileProblem.Missing
                ? at(file).create(operator.creationSecret()).map(CreationSecret::new)
                : opened;
    }

    /** The secret that follows from the operator's. It is written to no file. */
    public static CreationSecret derivedFrom(OperatorSecret operator) {
        return new CreationSecret(operator.creationSecret());
    }

    /** The secret beside a new operator's secret. */
    static Either<KeyFileProblem, CreationSecret> createBeside(Path operatorFile) {
        return at(operatorFile.resolveSibling(NAME)).create(SecretFile.random()).map(CreationSecret::new);
    }

    private static SecretFile at(Path file) {
        return new SecretFile(file, KIND, "a creation");
    }

    /** The key from which a new account's address is derived; the same for the same id. */
    public Address createKey(CreationId id) {
        return key(id).address();
    }

    /** Signs with the create key only. */
    Signature signAsCreateKey(AuthorizedCreation creation) {
        return key(creation.id()).sign(creation.transaction().message().toArray());
    }

    /** As {@link dev.mandate.ports.spi.keys.OperatorKey#nameFor}. */
    public Bytes32 nameFor(String purpose) {
        return Bytes32.of(SecretFile.hmac(secret, LOOKUP_NAME + purpose));
    }

    /** Tells this secret from any other without revealing it. */
    public Bytes32 mark() {
        return Bytes32.of(SecretFile.hmac(secret, MARK));
    }

    private DerivedKey key(CreationId id) {
        return new DerivedKey(secret, CREATE_KEY + id.text());
    }

    /** The secret is not shown. */
    @Override
    public String toString() {
        return "creation secret";
    }
}
