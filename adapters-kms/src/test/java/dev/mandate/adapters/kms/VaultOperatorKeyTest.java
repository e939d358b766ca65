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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VaultOperatorKeyTest {

    private static final CreationId ONE = new CreationId("crt_" + "1".repeat(64));
    private static final CreationId TWO = new CreationId("crt_" + "2".repeat(64));
    /** As the orders of earlier versions have it. */
    private static final CreationId OLD = new CreationId("crt_" + "1".repeat(32));
    private static final Bytes MESSAGE = Bytes.of(new byte[] {1, 2, 3});

    @TempDir
    private Path folder = Path.of("");

    private final TestKeyVault vault = new TestKeyVault();
    private VaultOperatorKey operator;

    @BeforeEach
    void open() {
        operator = VaultOperatorKey.open(vault, secret("operator.secret"), creation("creation.secret")).get();
    }

    private OperatorSecret secret(String name) {
        return OperatorSecret.openOrCreate(folder.resolve(name)).get();
    }

    private CreationSecret creation(String name) {
        return CreationSecret.openOrCreate(folder.resolve(name), secret("operator.secret")).get();
    }

    private static AuthorizedCreation creation(CreationId id, Address... signers) {
        return new AuthorizedCreation(id, new UnsignedTransaction(Bytes.EMPTY, MESSAGE, 1_232, Array.of(signers)));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void aCreationIsSignedByTheVaultsFeePayerAndItsCreateKey(CreationId id) {
        Address createKey = operator.createKey(id);

        Array<Signature> signatures = operator.sign(creation(id, operator.feePayer(), createKey)).get();

        assertEquals(operator.feePayer(), vault.ensure(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER).get());
        assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(operator.feePayer(), MESSAGE, signatures.get(0)));
        assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(createKey, MESSAGE, signatures.get(1)));
    }

    static Array<CreationId> ids() {
        return Array.of(ONE, OLD);
    }

    /** An order of an earlier version is completed at its address; every other address outlives the operator's secret. */
    @Test
    void onlyCreateKeysOfOldOrdersFollowFromTheOperatorsSecret() {
        VaultOperatorKey replaced = VaultOperatorKey.open(vault, secret("next"), creation("creation.secret")).get();

        assertEquals(operator.createKey(ONE), replaced.createKey(ONE));
        assertEquals(operator.nameFor("wallet"), replaced.nameFor("wallet"));
        assertNotEquals(operator.createKey(OLD), replaced.createKey(OLD));
        VaultOperatorKey others = VaultOperatorKey.open(vault, secret("operator.secret"), creation("other")).get();
        assertNotEquals(operator.createKey(ONE), others.createKey(ONE));
        assertNotEquals(operator.nameFor("wallet"), others.nameFor("wallet"));
        assertEquals(operator.createKey(OLD), others.createKey(OLD));
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
