package dev.mandate.engine.intent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.simulator.SimulatedChain;
import dev.mandate.engine.parts.EngineSettings;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.IntentValue;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.intent.Intents.VerifiedIntent;
import dev.mandate.engine.journal.Repository;
import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.Solana;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** No intent counts that its authority did not sign exactly, now, for this account, once. */
class IntentsProperties {

    private static final UnixTime NOW = new UnixTime(1_764_547_200);
    private static final Tenant ACME = new Tenant("acme");
    private static final Array<TestKey> KEYS = Array.range(0, 5).map(TestKey::of);
    private static final TestKey ADMIN = TestKey.of("admin");
    private static final AccountRef ACCOUNT = new AccountRef(TestKey.of("account").address(), new SettingsAddress(TestKey.of("settings").address()));
    private static final IntentNonce NONCE = new IntentNonce("00112233445566778899aabbccddeeff");
    private static final IntentTerms TERMS = IntentTerms.of("try").with("amount", "5").with("count", new IntentValue.Whole(7));
    private static final IntentAuthority THRESHOLD_OR_ADMIN = new IntentAuthority.ThresholdOrAdmin();

    private final InMemoryJournal journal = new InMemoryJournal();
    private final Intents intents = intents(Network.DEVNET);

    private Intents intents(Network network) {
        return new Intents(
                new EngineParts(
                        new TenantJournal(journal, () -> NOW, ACME, network),
                        new SimulatedChain(NOW),
                        Solana.SQUADS_V4,
                        EngineSettings.DEFAULT),
                ManagedAuthorities.NONE);
    }

    /** An account whose first {@code voters} signers can vote; the others can only propose and execute. */
    private static AccountView account(AccountRef ref, int voters, int threshold, AdminControl admin, UnixTime at) {
        Array<Signer> signers = KEYS.zipWithIndex((key, index) -> new Signer(
                key.address(),
                index < voters ? Permissions.ALL : Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE)));
        Settings settings = Settings.ofNewAccount(signers, new Threshold(threshold), TimeLock.NONE, admin, Option.none()).get();
        return new AccountView(ref, settings, BaseUnits.ZERO, at);
    }

    private static AccountView account(int threshold) {
        return account(ACCOUNT, 4, threshold, new AdminControl.None(), NOW);
    }

    private static Intent intent(UnixTime expiresAt) {
        return new Intent(Network.DEVNET, ACCOUNT.address(), TERMS, NONCE, expiresAt);
    }

    private static SignedIntent signed(Intent intent, Iterable<TestKey> by) {
        return new SignedIntent(intent.content(), intent.nonce(), intent.expiresAt(), Array.ofAll(by)
                .map(key -> new SignedIntent.By(key.address(), key.sign(intent.bytes()).bytes())));
    }

    private static SignedIntent signed(TestKey... by) {
        return signed(intent(NOW.plusSeconds(60)), List.of(by));
    }

    private Either<IntentRefusal, VerifiedIntent> verify(AccountView account, SignedIntent given) {
        return intents.verify(new Agreed<>(account, 1), TERMS, THRESHOLD_OR_ADMIN, given);
    }

    /** Signatures of one key count once, those of others and of signers that cannot vote never. */
    @Property
    void onlyTheThresholdOrTheAdminSuffices(
            @ForAll @IntRange(min = 1, max = 5) int voters,
            @ForAll @IntRange(min = 1, max = 5) int threshold,
            @ForAll boolean administered,
            @ForAll("keys") List<TestKey> by) {
        AdminControl admin = administered ? new AdminControl.HeldBy(ADMIN.address()) : new AdminControl.None();
        AccountView account = account(ACCOUNT, voters, Math.min(threshold, voters), admin, NOW);
        int votes = HashSet.ofAll(by).count(KEYS.take(voters)::contains);

        assertEquals(
                votes >= Math.min(threshold, voters) || (administered && by.contains(ADMIN)),
                verify(account, signed(intent(NOW.plusSeconds(60)), by)).isRight());
    }

    @Provide
    Arbitrary<List<TestKey>> keys() {
        return Arbitraries.of(KEYS.append(ADMIN).append(TestKey.of("stranger")).asJava()).list().ofMaxSize(7);
    }

    @Property
    void aChangedBitOfASignatureRefuses(@ForAll @IntRange(max = 1) int index, @ForAll @IntRange(max = 511) int bit) {
        SignedIntent good = signed(KEYS.get(0), KEYS.get(1));
        byte[] bytes = good.signatures().get(index).signature().toArray();
        bytes[bit / 8] ^= (byte) (1 << bit % 8);
        SignedIntent.By bad = new SignedIntent.By(good.signatures().get(index).address(), Bytes.of(bytes));

        assertTrue(verify(account(2), good).isRight());
        assertEquals(
                Either.left(new IntentRefusal.SignatureInvalid(index, bad.address())),
                verify(account(1), new SignedIntent(good.content(), good.nonce(), good.expiresAt(), good.signatures().update(index, bad))));
    }

    @Example
    void anIntentOfAnotherAccountOrNetworkIsRefused() {
        AccountRef other = new AccountRef(TestKey.of("other account").address(), ACCOUNT.settings());

        assertEquals(
                Either.left(new IntentRefusal.Mismatch(Array.of("account"))),
                verify(account(other, 4, 1, new AdminControl.None(), NOW), signed(KEYS.get(0))));
        assertEquals(
                Either.left(new IntentRefusal.Mismatch(Array.of("network"))),
                intents(Network.MAINNET).verify(new Agreed<>(account(1), 1), TERMS, THRESHOLD_OR_ADMIN, signed(KEYS.get(0))));
    }

    /** A field that the client changed is compared with what is asked, and its nonce and expiry are those that were signed. */
    @Example
    void aNonceOrExpiryBesideTheContentDoesNotCount() {
        SignedIntent good = signed(KEYS.get(0));
        IntentNonce other = new IntentNonce("ff" + NONCE.hex().substring(2));

        assertEquals(
                Either.left(new IntentRefusal.Mismatch(Array.of("nonce"))),
                verify(account(1), new SignedIntent(good.content(), other, good.expiresAt(), good.signatures())));
        assertEquals(
                Either.left(new IntentRefusal.Mismatch(Array.of("expires_at"))),
                verify(account(1), new SignedIntent(good.content(), good.nonce(), NOW.plusSeconds(61), good.signatures())));
    }

    @Example
    void theLaterClockCounts() {
        SignedIntent given = signed(intent(NOW.plusSeconds(2)), List.of(KEYS.get(0)));

        assertTrue(verify(account(ACCOUNT, 1, 1, new AdminControl.None(), NOW.plusSeconds(-3)), given).isRight());
        assertTrue(verify(account(ACCOUNT, 1, 1, new AdminControl.None(), NOW.plusSeconds(1)), given).isRight());
        assertEquals(
                Either.left(new IntentRefusal.Expired(NOW.plusSeconds(2), NOW.plusSeconds(2))),
                verify(account(ACCOUNT, 1, 1, new AdminControl.None(), NOW.plusSeconds(2)), given));
    }

    private Either<IntentRefusal, String> spend(VerifiedIntent verified) {
        return Repository.commit(
                journal, () -> intents.spend(Commit.at(NOW), verified).map(commit -> new Decision<>(commit, "done")));
    }

    @Example
    void aNonceIsSpentOnce() {
        VerifiedIntent first = verify(account(1), signed(KEYS.get(0))).get();
        Intent later = intent(NOW.plusSeconds(61));
        VerifiedIntent sameNonce = verify(account(1), signed(later, List.of(KEYS.get(1)))).get();

        assertEquals(Either.right("done"), spend(first));
        assertEquals(Either.left(new IntentRefusal.Spent(NONCE)), spend(first));
        assertEquals(Either.left(new IntentRefusal.Spent(NONCE)), spend(sameNonce));
    }

    @Example
    void ofTwoAtOnceOneIsRefused() {
        VerifiedIntent verified = verify(account(1), signed(KEYS.get(0))).get();
        Commit first = intents.spend(Commit.at(NOW), verified).get();
        Commit second = intents.spend(Commit.at(NOW), verified).get();

        assertTrue(journal.commit(first).isRight());
        assertTrue(journal.commit(second).isLeft());
    }

    @Property
    void theTextIsItsOwnCanonicalForm(@ForAll("values") IntentValue value) {
        Bytes bytes = new Intent(Network.DEVNET, ACCOUNT.address(), TERMS.with("value", value), NONCE, NOW).bytes();

        assertEquals(Either.right(bytes), new BouncyCastleAuthorityKeys().canonicalJson(bytes));
    }

    @Provide
    Arbitrary<IntentValue> values() {
        Arbitrary<String> texts = Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(5);
        Arbitrary<IntentValue> plain = Arbitraries.oneOf(
                texts.map(IntentValue.Text::new),
                Arbitraries.longs().between(-IntentValue.MAX_NUMBER, IntentValue.MAX_NUMBER).map(IntentValue.Whole::new),
                Arbitraries.of(true, false).map(IntentValue.Flag::new));
        Arbitrary<IntentValue> lists = plain.list().ofMaxSize(3).map(all -> new IntentValue.Items(Array.ofAll(all)));
        return Arbitraries.oneOf(
                plain,
                lists,
                Arbitraries.maps(texts, Arbitraries.oneOf(plain, lists))
                        .ofMaxSize(4)
                        .map(all -> new IntentValue.Fields(TreeMap.ofAll(all))));
    }
}
