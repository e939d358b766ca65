package dev.mandate.adapters.kms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.keys.TestKeyVault;
import dev.mandate.solana.crypto.StrictEd25519;
import io.vavr.collection.Array;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultOperatorKeyTest {

    private static final CreationId ONE = new CreationId("crt_" + "1".repeat(32));
    private static final CreationId TWO = new CreationId("crt_" + "2".repeat(32));
    private static final Bytes MESSAGE = Bytes.of(new byte[] {1, 2, 3});

    @TempDir
    private Path folder = Path.of("");

    private final TestKeyVault vault = new TestKeyVault();
    private VaultOperatorKey operator;

    @BeforeEach
    void open() {
        operator = VaultOperatorKey.open(vault, OperatorSecret.openOrCreate(folder.resolve(OperatorSecret.NAME)).get()).get();
    }

    private static AuthorizedCreation creation(CreationId id, Address... signers) {
        return new AuthorizedCreation(id, new UnsignedTransaction(Bytes.EMPTY, MESSAGE, 1_232, Array.of(signers)));
    }

    @Test
    void aCreationIsSignedByTheVaultsFeePayerAndItsCreateKey() {
        Address createKey = operator.createKey(ONE);

        Array<Signature> signatures = operator.sign(creation(ONE, operator.feePayer(), createKey)).get();

        assertEquals(operator.feePayer(), vault.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER).get());
        assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(operator.feePayer(), MESSAGE, signatures.get(0)));
        assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(createKey, MESSAGE, signatures.get(1)));
    }

    @Test
    void otherMessagesAreNotSignedForTheOperator() {
        Address stranger = operator.createKey(TWO);

        assertThrows(IllegalArgumentException.class, () -> operator.sign(creation(ONE, operator.feePayer(), stranger)));
        assertThrows(IllegalArgumentException.class, () -> operator.sign(creation(ONE, operator.createKey(ONE), operator.feePayer())));
        assertThrows(IllegalArgumentException.class, () -> AuthorizedMessage.of(creation(ONE, stranger), operator.feePayer()));
    }

    @Test
    void aSilentVaultIsAFaultAndNoSignature() {
        vault.silent(true);

        assertInstanceOf(VaultFault.Unavailable.class, operator.sign(creation(ONE, operator.feePayer(), operator.createKey(ONE))).getLeft());
    }

    @Test
    void theFeePayerIsNoTenantsKey() {
        assertNotEquals(operator.feePayer(), vault.ensure(new Tenant("acme"), AuthorizedMessage.FEE_PAYER).get());
    }
}
