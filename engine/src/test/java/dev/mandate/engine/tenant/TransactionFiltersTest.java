package dev.mandate.engine.tenant;

import static dev.mandate.domain.filter.FilterEffect.ALLOW;
import static dev.mandate.domain.filter.FilterEffect.DENY;
import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static dev.mandate.engine.tenant.ServiceFixture.SOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.FilterId;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.filter.RoleAddresses;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent.VaultInstructions;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.FilterListing;
import dev.mandate.ports.api.tenant.FilterRefusal;
import dev.mandate.ports.api.tenant.FilterTerms;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Filters and allowlists of an account hold when something is built, submitted and executed, however it is wrapped. */
class TransactionFiltersTest {

    @RegisterExtension
    final ServiceFixture fixture = new ServiceFixture();

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final TenantService service = fixture.service(ACME);
    private final Address ann = fixture.ann.address();
    private final AccountRef ref = service.create(ACME.keyLine(), 
                    new CreationOrder(Command.CreateAccount.ofEquals(1, ann)), new Retry.Unnamed())
            .get()
            .account();
    private final Address account = ref.address();
    private final Address shop = TestKey.of("filters/shop").address();
    private final Address thief = TestKey.of("filters/thief").address();
    private final Address mint = TestKey.of("filters/mint").address();
    private final Address unknown = TestKey.of("filters/program").address();
    private final Instruction pay = SystemProgram.transfer(account, shop, BaseUnits.of(SOL));
    private final Instruction steal = SystemProgram.transfer(account, thief, BaseUnits.of(SOL));
    private final Instruction wrapped = new Instruction(
            unknown, Array.of(AccountMeta.writableSigner(account), AccountMeta.writable(thief)), Bytes.ofHex("01"));

    TransactionFiltersTest() {
        fixture.devnet.fund(account, BaseUnits.of(100 * SOL));
    }

    @Test
    void withoutFiltersEverythingPassesAndTheFirstFilterStopsUnknownPrograms() {
        assertTrue(build(wrapped).isRight());

        filter(ALLOW, TransactionFilter.of("no-approvals", DENY, TokenProgram.TOKEN.id()));
        assertTrue(build(pay).isRight());
        assertVetoed("unread", wrapped);

        filter(ALLOW, TransactionFilter.of("this-one", ALLOW, unknown));
        assertTrue(build(wrapped).isRight());
    }

    @Test
    void underDefaultDenyOnlyAllowedTransactionsAreBuilt() {
        filter(DENY, rule("small", ALLOW, "transfer", Option.none(), Option.some(SOL), Option.some(Address.ZERO)));

        assertTrue(build(pay).isRight());
        assertVetoed("default", SystemProgram.transfer(account, shop, BaseUnits.of(SOL + 1)));
        assertVetoed("default", SystemProgram.createAccount(account, TestKey.of("filters/new").address(), BaseUnits.of(1), 0, unknown));
        // What the account itself needs to vote and to change its settings takes no leave.
        assertTrue(service
                .build(new BuildRequest.ChangeSettings(
                        account,
                        Array.of(new SettingsEdit.SetTimeLock(new TimeLock(60))),
                        new Authority.Vote(Array.of(ann)),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT))
                .isRight());
    }

    /** An amount of 2^63 and more is no small one. */
    @Test
    void theAmountOfAUseWithinIsComparedAsUnsigned() {
        BaseUnits large = BaseUnits.ofUnsignedBits(Long.MIN_VALUE);
        filter(ALLOW, new TransactionFilter(
                new FilterId("large"), DENY, SquadsV4.PROGRAM, Option.some("spending_limit_use"), Array.empty(), Option.some(large),
                Option.none(), Option.none()));

        assertVetoed("large", use(large));
        assertVetoed("large", use(BaseUnits.MAX));
        assertFalse(build(use(BaseUnits.of(Long.MAX_VALUE))).swap().exists(refusal -> refusal instanceof BuildRefusal.PolicyVeto));
    }

    private Instruction use(BaseUnits amount) {
        return program.encode(ref, new Operation.Spend(account, thief, 0, shop, amount, new SpendRoute.Sol(), Option.none()));
    }

    @Test
    void aDenyBeatsEveryAllow() {
        filter(
                ALLOW,
                TransactionFilter.of("all", ALLOW, SystemProgram.ID),
                rule("not-him", DENY, "transfer", Option.some(new RoleAddresses("destination", Array.of(thief))), Option.none(), Option.none()));

        assertTrue(build(pay).isRight());
        assertVetoed("not-him", pay, steal);
    }

    @Test
    void aDryRunAndASubmitDecideTheSame() {
        TransactionPlan early = build(steal).get();
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        BuildRefusal vetoed = service.build(prepare(steal)).getLeft();
        assertEquals(vetoed, service.validate(prepare(steal)).getLeft());
        assertEquals(Either.left(new SubmissionRefusal.NotAsked(vetoed)), submit(fixture.signed(early)));
        ServiceFixture.assertConfirmed(submit(fixture.signed(build(pay).get())).get());
    }

    @Test
    void aChangeBetweenTheCheckAndTheRecordOfASubmissionIsJudgedToo() {
        Allowlist friends = new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop));
        Bytes theft = fixture.signed(build(steal).get());
        Bytes purchase = fixture.signed(build(pay).get());

        assertInstanceOf(SubmissionRefusal.NotAsked.class, submitBeforeRecord(theft, () -> list(friends)).getLeft());
        assertInstanceOf(
                SubmissionRefusal.NotAsked.class,
                submitBeforeRecord(purchase, () -> filter(DENY)).getLeft());
        filter(ALLOW);
        ServiceFixture.assertConfirmed(submitBeforeRecord(purchase, () -> list(friends)).get());
    }

    /** Submits in an instance for which another one makes a change right before the submission is recorded. */
    private Either<SubmissionRefusal, Submission> submitBeforeRecord(Bytes transaction, Runnable change) {
        return fixture.engine(
                        fixture.devnet,
                        new CrashingJournal(fixture.journal, ProcessFault.interrupted(0, change)),
                        ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get()
                .submit(account, transaction, Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    @Test
    void contentThatOthersProposedIsNeitherApprovedNorExecuted() {
        VaultInstructions content = stored(ref, steal);
        byAnotherClient(creation(ref, ann, 1, content), program.encode(ref, new Operation.CreateProposal(ann, ann, 1)));
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        assertVetoed("friends", service.build(vote(1, Vote.APPROVE)));
        Instruction approval = program.encode(
                ref,
                new Operation.CastVote(ann, 1, Vote.APPROVE, Option.some(new VotePurpose(1, program.fingerprint(content)).toMemo())));
        assertInstanceOf(SubmissionRefusal.NotAsked.class, submit(fixture.signed(approval)).getLeft());
        byAnotherClient(approval);
        assertVetoed("friends", service
                .build(new BuildRequest.Execute(account, 1, Array.of(ann), BuildOptions.DEFAULT)));
        assertInstanceOf(
                SubmissionRefusal.NotAsked.class,
                submit(fixture.signed(program.encode(
                                ref, new Operation.ExecuteInstructions(ann, 1, content, Array.empty()))))
                        .getLeft());
        assertTrue(service.build(vote(1, Vote.CANCEL)).isRight());
    }

    @Test
    void addressesOfALookupTableCountAsTheyAre() {
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));
        Address table = TestKey.of("filters/table").address();

        putTable(table, thief);
        assertVetoed("friends", prepared(table, thief, steal));
        putTable(table, shop);
        assertTrue(prepared(table, shop, pay).isRight());
    }

    /** The filters of an account hold when another account of the tenant acts as its signer. */
    @Test
    void anotherAccountThatIsASignerDoesNotPassAroundThem() {
        Address outer = account;
        AccountRef inner = service.create(ACME.keyLine(), 
                        new CreationOrder(Command.CreateAccount.ofEquals(1, outer, ann)), new Retry.Unnamed())
                .get()
                .account();
        fixture.devnet.fund(inner.address(), BaseUnits.of(10 * SOL));
        Instruction theft = SystemProgram.transfer(inner.address(), thief, BaseUnits.of(SOL));
        Instruction purchase = SystemProgram.transfer(inner.address(), shop, BaseUnits.of(SOL));
        Bytes early = fixture.signed(service.build(prepare(path(inner, outer, theft))).get());
        Runnable listing =
                () -> listOf(inner.address(), new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        assertInstanceOf(SubmissionRefusal.NotAsked.class, submitBeforeRecord(early, listing).getLeft());
        assertVetoed("friends", path(inner, outer, theft));
        assertTrue(service.build(prepare(path(inner, outer, purchase))).isRight());

        filter(ALLOW, TransactionFilter.of("no-squads", DENY, SquadsV4.PROGRAM));
        assertVetoed("no-squads", path(inner, outer, purchase));
    }

    /** So that nobody spends outside the list by a limit, without a vote. */
    @Test
    void aLimitIsGrantedOnlyForListedDestinations() {
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        assertVetoed("friends", service.build(limit(Array.empty())));
        assertVetoed("friends", service.build(limit(Array.of(shop, thief))));
        assertTrue(service.build(limit(Array.of(shop))).isRight());
    }

    @Test
    void tokensGoToListedOwnersAndOfListedMintsOnly() {
        Address own = tokens(account, 10);
        Address shops = tokens(shop, 0);
        Address thiefs = AssociatedTokenProgram.account(thief, mint, TokenProgram.TOKEN).address();
        list(
                new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)),
                new Allowlist(new FilterId("usd"), Allowlist.Kind.TOKEN, Array.of(mint)));

        assertTrue(build(transfer(own, shops)).isRight());
        // The owner of an account that does not exist yet is not known, unless it is created here.
        assertVetoed("friends,usd", transfer(own, thiefs));
        assertVetoed("friends", AssociatedTokenProgram.create(account, thief, mint, TokenProgram.TOKEN), transfer(own, thiefs));
        assertVetoed("usd", pay);
        assertVetoed("friends", new Instruction(
                TokenProgram.TOKEN.id(),
                Array.of(AccountMeta.writable(own), AccountMeta.readonly(thief), AccountMeta.signer(account)),
                Bytes.ofHex("04ffffffffffffffff")));
    }

    @Test
    void aTokenAccountOfAListedOwnerThatAnotherMayCloseIsNotListed() {
        Address trap = TestKey.of("filters/trap").address();
        TokenAccount plain = TokenAccount.of(mint, shop, BaseUnits.of(0));
        fixture.devnet.put(trap, owned(TokenProgram.TOKEN.id(), new TokenAccount(
                        mint, shop, plain.amount(), plain.delegate(), plain.state(), plain.nativeReserve(), plain.delegatedAmount(),
                        Option.some(thief), Bytes.EMPTY)
                .encode()));
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        assertVetoed("friends", SystemProgram.transfer(account, trap, BaseUnits.of(SOL)));
        assertVetoed("friends", transfer(tokens(account, 10), trap));
    }

    @Test
    void aTransferHookIsAProgramOfItsOwn() {
        Bytes hooked = Bytes.ofHex("0e004000" + "00".repeat(32) + Bytes.of(unknown.toArray()).toHex());
        fixture.devnet.put(mint, owned(
                TokenProgram.TOKEN_2022.id(), new MintAccount(Option.none(), BaseUnits.of(100), 0, Option.none(), hooked).encode()));
        Address own = tokens2022(account);
        Address shops = tokens2022(shop);
        Instruction transfer = TokenProgram.TOKEN_2022.transferChecked(own, mint, shops, account, BaseUnits.of(1), 0);

        filter(ALLOW, TransactionFilter.of("tokens", ALLOW, TokenProgram.TOKEN_2022.id()));
        assertVetoed("unread", transfer);
        filter(
                ALLOW,
                TransactionFilter.of("tokens", ALLOW, TokenProgram.TOKEN_2022.id()),
                TransactionFilter.of("hook", ALLOW, unknown));
        assertTrue(build(transfer).isRight());
    }

    @Test
    void theThresholdChangesThemOneVersionAfterTheOther() {
        Array<TransactionFilter> filters = Array.of(TransactionFilter.of("all", ALLOW, SystemProgram.ID));
        IntentTerms terms = FilterTerms.of(DENY, filters, 0);
        SignedIntent signed = intent(account, terms, fixture.ann);

        assertEquals(Either.right(1L), service.filters().change(account, DENY, filters, 0, signed, fixture.named("change", 1)));
        assertEquals(Either.right(1L), service.filters().change(account, DENY, filters, 0, signed, fixture.named("change", 1)));
        assertEquals(
                Either.left(new FilterRefusal.ByIntent(new IntentRefusal.Spent(signed.nonce()))),
                service.filters().change(account, DENY, filters, 0, signed, new Retry.Unnamed()));
        assertEquals(
                Either.left(new FilterRefusal.VersionMoved(0, 1)),
                service.filters()
                        .change(account, DENY, Array.empty(), 0, intent(account, FilterTerms.of(DENY, Array.empty(), 0), fixture.ann), new Retry.Unnamed()));
        assertInstanceOf(
                FilterRefusal.ByIntent.class,
                service.filters()
                        .change(account, Array.empty(), 1, intent(account, FilterTerms.of(Array.empty(), 1), fixture.bob), new Retry.Unnamed())
                        .getLeft());
        assertEquals(
                Either.right(new FilterListing.Versioned(1, new AccountFilters(DENY, filters, Array.empty()))),
                service.filters().of(account));
        assertTrue(fixture.service(RIVAL).filters().of(account).isLeft());
    }

    @Test
    void eachChangeIsAnEvent() {
        filter(DENY, TransactionFilter.of("all", ALLOW, SystemProgram.ID));
        list(new Allowlist(new FilterId("friends"), Allowlist.Kind.DESTINATION, Array.of(shop)));

        Array<EventData> received = fixture.engine().events(ACME.tenant())
                .page(new EventQuery(0, 100))
                .get()
                .events()
                .map(CustodyEvent::data)
                .filter(event -> event instanceof EventData.FiltersChanged);
        assertEquals(2, received.length());
        assertEquals(new EventData.FiltersChanged(2, service.filters().of(account).get().filters()), received.last());
    }

    @Test
    void aFilterThatWouldNeverApplyIsRefused() {
        for (TransactionFilter misspelled : Array.of(
                rule("typo", DENY, "transfers", Option.none(), Option.none(), Option.none()),
                rule("typo", DENY, "transfer", Option.some(new RoleAddresses("receiver", Array.of(thief))), Option.none(), Option.none()))) {
            assertTrue(service.filters()
                    .change(
                            account,
                            ALLOW,
                            Array.of(misspelled),
                            0,
                            intent(account, FilterTerms.of(ALLOW, Array.of(misspelled), 0), fixture.ann),
                            new Retry.Unnamed())
                    .isLeft());
        }
    }

    private static TransactionFilter rule(
            String id, FilterEffect effect, String instruction, Option<RoleAddresses> role, Option<Long> most, Option<Address> token) {
        return new TransactionFilter(
                new FilterId(id),
                effect,
                SystemProgram.ID,
                Option.some(instruction),
                role.toArray(),
                Option.none(),
                most.map(BaseUnits::of),
                token);
    }

    private void filter(FilterEffect unmatched, TransactionFilter... filters) {
        long version = service.filters().of(account).get().version();
        IntentTerms terms = FilterTerms.of(unmatched, Array.of(filters), version);
        assertEquals(
                Either.right(version + 1),
                service.filters().change(account, unmatched, Array.of(filters), version, intent(account, terms, fixture.ann), new Retry.Unnamed()));
    }

    private void list(Allowlist... lists) {
        listOf(account, lists);
    }

    private void listOf(Address of, Allowlist... lists) {
        long version = service.filters().of(of).get().version();
        IntentTerms terms = FilterTerms.of(Array.of(lists), version);
        Array<TestKey> by = Array.of(fixture.ann);
        assertEquals(
                Either.right(version + 1),
                service.filters().change(of, Array.of(lists), version, intent(of, terms, by.toJavaArray(TestKey[]::new)), new Retry.Unnamed()));
    }

    private SignedIntent intent(Address of, IntentTerms terms, TestKey... by) {
        Intent intent = new Intent(
                Network.DEVNET,
                of,
                terms,
                new IntentNonce(Bytes.of(Sha256.of(of + terms.toString()).toArray()).toHex()),
                fixture.now.plusSeconds(600));
        return new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(by).map(key -> new SignedIntent.By(key.address(), key.sign(intent.bytes()).bytes())));
    }

    private Either<BuildRefusal, TransactionPlan> build(Instruction... instructions) {
        return service.build(prepare(instructions));
    }

    private BuildRequest prepare(Instruction... instructions) {
        return new BuildRequest.Prepare(
                account,
                fixture.unsigned(account, instructions),
                Array.of(ann),
                BuildOptions.DEFAULT.acknowledging(
                        HashSet.of(GiveawayWarning.Code.values())));
    }

    private BuildRequest limit(Array<Address> destinations) {
        LimitTerms terms = LimitTerms.of(
                        TestKey.of("filters/limit").address(), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(ann))
                .withDestinations(destinations);
        return new BuildRequest.AddLimit(account, terms, new Authority.Vote(Array.of(ann)), BuildOptions.DEFAULT);
    }

    private BuildRequest vote(long index, Vote vote) {
        return new BuildRequest.CastVotes(account, index, vote, Array.of(ann), BuildOptions.DEFAULT);
    }

    private void assertVetoed(String rule, Instruction... instructions) {
        assertVetoed(rule, build(instructions));
    }

    private static void assertVetoed(String rules, Either<BuildRefusal, TransactionPlan> built) {
        assertEquals(
                Array.of(rules.split(",")).sorted(),
                built.getLeft() instanceof BuildRefusal.PolicyVeto(Array<PolicyReason> reasons)
                        ? reasons.map(PolicyReason::rule).distinct().sorted()
                        : Array.of(built.getLeft().toString()));
    }

    private Either<SubmissionRefusal, Submission> submit(Bytes transaction) {
        return service.submit(account, transaction, Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    private Either<BuildRefusal, TransactionPlan> prepared(Address table, Address entry, Instruction instruction) {
        Message message = new Message(
                MessageVersion.V0,
                account,
                fixture.devnet.latestBlockhash().get().blockhash(),
                Array.of(instruction),
                Array.of(new LookupTable(table, Array.of(entry))));
        Bytes transaction = new SolanaFormat().compile(message).get().transaction();
        return service
                .build(new BuildRequest.Prepare(account, transaction, Array.of(ann), BuildOptions.DEFAULT));
    }

    private void putTable(Address table, Address entry) {
        fixture.devnet.put(table, owned(
                LookupTableProgram.ID,
                Bytes.ofHex("01000000" + "ffffffffffffffff" + "00".repeat(8) + "00" + "00".repeat(33) + "0000"
                        + Bytes.of(entry.toArray()).toHex())));
    }

    private Address tokens(Address owner, long amount) {
        fixture.devnet.put(mint, owned(
                TokenProgram.TOKEN.id(),
                new MintAccount(Option.none(), BaseUnits.of(100), 0, Option.none(), Bytes.EMPTY).encode()));
        Address tokens = AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN).address();
        fixture.devnet.put(
                tokens, owned(TokenProgram.TOKEN.id(), TokenAccount.of(mint, owner, BaseUnits.of(amount)).encode()));
        return tokens;
    }

    private Address tokens2022(Address owner) {
        Address tokens = AssociatedTokenProgram.account(owner, mint, TokenProgram.TOKEN_2022).address();
        fixture.devnet.put(
                tokens, owned(TokenProgram.TOKEN_2022.id(), TokenAccount.of(mint, owner, BaseUnits.of(10)).encode()));
        return tokens;
    }

    private static AccountData owned(Address owner, Bytes data) {
        return new AccountData(BaseUnits.of(SOL), owner, data, false);
    }

    private Instruction transfer(Address source, Address destination) {
        return TokenProgram.TOKEN.transferChecked(source, mint, destination, account, BaseUnits.of(1), 0);
    }

    private Instruction[] path(AccountRef of, Address by, Instruction instruction) {
        VaultInstructions content = stored(of, instruction);
        return new Instruction[] {
            creation(of, by, 1, content),
            program.encode(of, new Operation.CreateProposal(by, by, 1)),
            program.encode(of, new Operation.CastVote(by, 1, Vote.APPROVE, Option.none())),
            program.encode(of, new Operation.ExecuteInstructions(by, 1, content, Array.empty()))
        };
    }

    private Instruction creation(AccountRef of, Address by, long index, VaultInstructions content) {
        return program.encode(of, new Operation.CreateTransaction(by, by, index, content, Option.none()));
    }

    private VaultInstructions stored(AccountRef of, Instruction instruction) {
        return program.store(of, 0, Array.of(instruction), Array.empty()).get();
    }

    private void byAnotherClient(Instruction... instructions) {
        assertInstanceOf(SendOutcome.Accepted.class, fixture.devnet.send(fixture.signed(instructions)).get());
    }
}
