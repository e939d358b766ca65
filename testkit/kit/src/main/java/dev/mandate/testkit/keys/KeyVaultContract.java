package dev.mandate.testkit.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.solana.crypto.StrictEd25519;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link KeyVault}.
 *
 * <p>Not asserted: that a private key cannot leave the vault, or that destruction wipes its storage, because answers do not show it. Nor how
 * fast a vault is, because services differ.
 */
public abstract class KeyVaultContract {

    protected static final Tenant ACME = new Tenant("acme");
    protected static final Tenant OTHER = new Tenant("acme-2");
    protected static final ManagedKeyId ONE = id('1');
    protected static final ManagedKeyId TWO = id('2');

    /** The longest message of a transaction of version 1, without its signatures. */
    protected static final Bytes LONGEST = Bytes.of(new byte[4_032]);

    private static final int CALLERS = 8;

    private static final Duration LONGEST_RETURN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration AT_WORK = Duration.ofMillis(300);

    private Array<KeyVault> opened = Array.empty();

    /** Opens a new instance on the same keys. Keys of one test are not there in the next. */
    protected abstract KeyVault open();

    /** The vault does not answer any instance from now on: its service is unreachable, its token pulled, its folder unreadable. */
    protected abstract void takeAway();

    /** The vault can be reached again. */
    protected abstract void bringBack();

    /** A new instance, which is closed after the test. */
    protected final KeyVault vault() {
        KeyVault vault = open();
        opened = opened.append(vault);
        return vault;
    }

    @AfterEach
    final void closeAll() {
        opened.forEach(KeyVault::close);
    }

    protected static ManagedKeyId id(char digit) {
        return new ManagedKeyId("key_" + Character.toString(digit).repeat(32));
    }

    protected static AuthorizedMessage message(Tenant tenant, ManagedKeyId key, Address signer, Bytes content) {
        return new AuthorizedMessage(tenant, key, signer, content);
    }

    @Test
    void aKeyIsMadeOnce() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();

        assertEquals(made, vault.ensure(ACME, ONE).get());
        assertNotEquals(made, vault.ensure(ACME, TWO).get());
        assertNotEquals(made, vault.ensure(OTHER, ONE).get());
    }

    @Test
    void aKeyIsFoundByItsIdOnceItIsMade() {
        KeyVault vault = vault();
        assertEquals(Either.right(Option.none()), vault.find(ACME, ONE));
        assertEquals(Either.right(Option.none()), vault.find(ACME, ONE), "a look makes no key");
        Address made = vault.ensure(ACME, ONE).get();

        for (KeyVault any : Array.of(vault, vault())) {
            assertEquals(Either.right(Option.some(made)), any.find(ACME, ONE));
            assertEquals(Either.right(Option.none()), any.find(ACME, TWO));
            assertEquals(Either.right(Option.none()), any.find(OTHER, ONE));
        }
    }

    @Test
    void concurrentCallersOfSeveralInstancesGetTheSameKey() throws InterruptedException, ExecutionException {
        assertRaceMakesOneKeyEach("3456");
    }

    /** Calls {@link KeyVault#ensure} at once from several threads and instances, for a key of each digit. */
    protected final void assertRaceMakesOneKeyEach(String digits) throws InterruptedException, ExecutionException {
        Array<KeyVault> instances = Array.of(vault(), vault());
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            for (char digit : Array.ofAll(digits.toCharArray())) {
                Array<Future<Address>> calls = Array.range(0, CALLERS)
                        .map(caller -> callers.submit(() -> instances.get(caller % 2).ensure(ACME, id(digit)).getOrElseThrow(fault -> new AssertionError(fault.toString()))));
                Array<Address> answers = Array.empty();
                for (Future<Address> call : calls) {
                    answers = answers.append(call.get());
                }
                assertEquals(1, answers.distinct().length(), answers::toString);
                assertEquals(answers.head(), vault().ensure(ACME, id(digit)).get());
            }
        }
    }

    @Test
    void aKeyIsThereForTheNextInstance() {
        KeyVault first = vault();
        Address made = first.ensure(ACME, ONE).get();
        Signature before = first.sign(message(ACME, ONE, made, LONGEST)).get();
        first.close();

        assertEquals(made, vault().ensure(ACME, ONE).get());
        assertEquals(before, vault().sign(message(ACME, ONE, made, LONGEST)).get());
    }

    @Test
    void aSignatureIsTheSameEveryTimeAndPassesTheStrictCheck() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        for (Bytes content : Array.of(Bytes.of(new byte[] {1}), LONGEST)) {
            Signature signature = vault.sign(message(ACME, ONE, made, content)).get();

            assertEquals(signature, vault.sign(message(ACME, ONE, made, content)).get());
            assertEquals(SignatureCheck.Verdict.VALID, new StrictEd25519().check(made, content, signature));
        }
    }

    @Test
    void aKeyThatWasNotMadeIsUnknown() {
        assertEquals(Either.left(new VaultFault.UnknownKey(ONE)), vault().sign(message(ACME, ONE, Address.ZERO, LONGEST)));
    }

    @Test
    void aDestroyedKeySignsNothingInAnyInstance() {
        KeyVault vault = vault();
        KeyVault other = vault();
        Address made = vault.ensure(ACME, ONE).get();
        assertTrue(other.sign(message(ACME, ONE, made, LONGEST)).isRight());

        assertEquals(Option.none(), vault.destroy(ACME, ONE));
        for (KeyVault any : Array.of(vault, other, vault())) {
            assertEquals(Either.left(new VaultFault.UnknownKey(ONE)), any.sign(message(ACME, ONE, made, LONGEST)));
            assertEquals(Either.right(Option.none()), any.find(ACME, ONE));
        }
        assertEquals(Option.none(), other.destroy(ACME, ONE));
    }

    @Test
    void theDestructionOfAKeyLeavesOthersAlone() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();

        assertEquals(Option.none(), vault.destroy(OTHER, ONE));
        assertEquals(Option.none(), vault.destroy(ACME, TWO));
        assertTrue(vault.sign(message(ACME, ONE, made, LONGEST)).isRight());
    }

    @Test
    void anotherTenantsKeyIsUnknown() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();

        assertEquals(Either.left(new VaultFault.UnknownKey(ONE)), vault.sign(message(OTHER, ONE, made, LONGEST)));
    }

    @Test
    void aKeySignsForItsOwnAddressAlone() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        Address other = vault.ensure(ACME, TWO).get();

        assertNotEquals(made, other);
        assertInstanceOf(VaultFault.Damaged.class, vault.sign(message(ACME, ONE, other, LONGEST)).getLeft());
    }

    @Test
    void aVaultThatIsAwayIsUnavailableAndServesTheSameInstancesAfterItsReturn() throws InterruptedException {
        KeyVault vault = vault();
        KeyVault other = vault();
        Address made = vault.ensure(ACME, ONE).get();
        for (int absence = 0; absence < 2; absence++) {
            takeAway();
            for (KeyVault any : Array.of(vault, other)) {
                assertUnavailable(any, made);
            }
            bringBack();

            for (KeyVault any : Array.of(other, vault)) {
                assertServes(any, made);
            }
            assertEquals(Either.right(Option.none()), vault.find(ACME, TWO), "nothing was made while it was away");
            assertEquals(Either.left(new VaultFault.UnknownKey(TWO)), vault.sign(message(ACME, TWO, made, LONGEST)));
        }
    }

    private static void assertUnavailable(KeyVault vault, Address made) {
        assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, TWO).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE, made).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, TWO).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, TWO, made, LONGEST)).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, ONE).get());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, TWO).get());
    }

    /** A vault that has come back signs within ten seconds, with the key {@link #ONE}. */
    protected static void assertServes(KeyVault vault, Address made) throws InterruptedException {
        long returned = System.nanoTime();
        Either<VaultFault, Signature> signed = vault.sign(message(ACME, ONE, made, LONGEST));
        while (signed.isLeft() && System.nanoTime() - returned < LONGEST_RETURN.toNanos()) {
            assertInstanceOf(VaultFault.Unavailable.class, signed.getLeft());
            Thread.sleep(PAUSE);
            signed = vault.sign(message(ACME, ONE, made, LONGEST));
        }
        assertTrue(signed.isRight(), signed::toString);
        assertEquals(Either.right(Option.some(made)), vault.find(ACME, ONE));
        assertEquals(Either.right(made), vault.ensure(ACME, ONE));
    }

    @Test
    void callersAtWorkWhileTheVaultGoesAndComesBackGetASignatureOrUnavailable() throws InterruptedException, ExecutionException {
        Array<KeyVault> instances = Array.of(vault(), vault());
        Address made = instances.head().ensure(ACME, ONE).get();
        Signature expected = instances.head().sign(message(ACME, ONE, made, LONGEST)).get();
        AtomicBoolean stopped = new AtomicBoolean();
        try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            Array<Future<Integer>> calls = Array.range(0, CALLERS).map(caller -> callers.submit(() -> {
                int signatures = 0;
                while (!stopped.get()) {
                    KeyVault vault = instances.get(caller % 2);
                    Either<VaultFault, Signature> signed = vault.sign(message(ACME, ONE, made, LONGEST));
                    signed.forEach(signature -> assertEquals(expected, signature));
                    signed.swap().forEach(fault -> assertInstanceOf(VaultFault.Unavailable.class, fault));
                    vault.find(ACME, ONE).forEach(found -> assertEquals(Option.some(made), found));
                    signatures += signed.isRight() ? 1 : 0;
                }
                return signatures;
            }));
            try {
                Thread.sleep(AT_WORK);
                takeAway();
                Thread.sleep(AT_WORK);
                bringBack();
                for (KeyVault vault : instances) {
                    assertServes(vault, made);
                }
                Thread.sleep(AT_WORK);
            } finally {
                stopped.set(true);
            }
            for (Future<Integer> call : calls) {
                assertTrue(call.get() > 0);
            }
        }
    }

    /** Skipped for a vault that can remember no journal. */
    @Test
    void aVaultRemembersTheJournalThatItBelongsTo() {
        KeyVault vault = vault();
        Assumptions.assumeTrue(vault.journalBinding().isDefined(), "it remembers no journal");
        JournalBinding binding = vault.journalBinding().get();
        JournalId first = new JournalId(Bytes32.of(new byte[Bytes32.LENGTH]));
        JournalId second = new JournalId(made(vault).bytes());
        assertEquals(Either.right(new JournalBinding.Content(Option.none(), 1)), binding.read());

        for (JournalId journal : Array.of(first, second, second)) {
            assertEquals(Option.none(), binding.bind(journal));
            for (KeyVault any : Array.of(vault, vault())) {
                assertEquals(Either.right(new JournalBinding.Content(Option.some(journal), 1)), any.journalBinding().get().read());
            }
        }
        takeAway();
        assertTrue(binding.read().isLeft());
        assertTrue(binding.bind(first).isDefined());
        bringBack();
        assertEquals(Either.right(new JournalBinding.Content(Option.some(second), 1)), binding.read());
    }

    private static Address made(KeyVault vault) {
        return vault.ensure(ACME, ONE).get();
    }

    @Test
    void aClosedVaultIsUnavailable() {
        KeyVault vault = vault();
        Address made = vault.ensure(ACME, ONE).get();
        vault.close();
        vault.close();

        assertInstanceOf(VaultFault.Unavailable.class, vault.find(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, ONE).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.ensure(ACME, TWO).getLeft());
        assertInstanceOf(VaultFault.Unavailable.class, vault.destroy(ACME, ONE).get());
        assertInstanceOf(VaultFault.Unavailable.class, vault.sign(message(ACME, ONE, made, LONGEST)).getLeft());
    }
}
