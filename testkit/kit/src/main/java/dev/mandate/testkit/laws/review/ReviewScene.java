package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationTerms;
import dev.mandate.ports.spi.program.DurableNonce;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.testkit.laws.review.ReviewCase.Nonce;
import dev.mandate.testkit.laws.review.ReviewedRequest.OfContent;
import dev.mandate.testkit.laws.review.ReviewedRequest.Step;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The chain of a case: the accounts that other clients made before the request. */
final class ReviewScene {

    static final SolanaFormat FORMAT = new SolanaFormat();

    /** By which {@link Party#ANN} may pay anybody. */
    static final Address LIMIT = Parties.PROGRAM.limitAddress(Parties.ACCOUNT, TestKey.of("review/limit to use").address());

    private static final BaseUnits RICH = BaseUnits.of(10_000_000_000L);
    private static final Blockhash NONCE_VALUE = new Blockhash(Bytes32.of(TestKey.of("review/nonce value").address().toArray()));

    private final CustodyUnderTest tested;
    private final ReviewCase one;
    private final CreationTerms creationTerms;

    private ReviewScene(CustodyUnderTest tested, ReviewCase one) {
        this.tested = tested;
        this.one = one;
        Address terms = Parties.PROGRAM.creationTermsAddress();
        this.creationTerms = Parties.PROGRAM
                .readCreationTerms(tested.chain()
                        .accounts(AccountQuery.ofAnyOwner(Array.of(terms)))
                        .get()
                        .owned()
                        .get(terms)
                        .get())
                .get();
    }

    static ReviewScene of(CustodyUnderTest tested, ReviewCase one) {
        ReviewScene scene = new ReviewScene(tested, one);
        Parties.PEOPLE
                .appendAll(Array.of(Party.STRANGER, Party.OPERATOR, Party.ITSELF, Party.SECOND_VAULT, Party.WARD))
                .forEach(party -> tested.control().fund(one.parties().address(party), RICH));
        scene.register(Parties.ACCOUNT_KEY, one.account());
        scene.register(Parties.WARD_KEY, scene.ward());
        tested.registerForAnother(scene.create(Parties.RIVAL_KEY, Command.CreateAccount.ofEquals(1, scene.address(Party.BOB))));
        if (one.terms().limitRecorded()
                && one.request() instanceof OfContent(Step step, ReviewedRequest.Content.Settings(var actions))
                && actions.head() instanceof SettingsAction.AddSpendingLimit(var limit, var terms)) {
            scene.recordLimit(terms.createKey());
        }
        if (one.request() instanceof OfContent(Step step, var content) && step.isOfStored()) {
            scene.store(step, new HandEncoding(scene, one).stored(content));
        }
        if (one.request() instanceof ReviewedRequest.CreatesAccount) {
            scene.announceNewcomer();
        }
        if (one.request() instanceof ReviewedRequest.UsesLimit) {
            scene.putLimit();
        }
        scene.putTokens();
        scene.prepareNonce();
        return scene;
    }

    private Command.CreateAccount ward() {
        return new Command.CreateAccount(
                Array.of(Party.ANN, Party.ITSELF).map(party -> new Signer(address(party), Permissions.ALL)),
                new Threshold(1),
                TimeLock.NONE,
                new AdminControl.HeldBy(address(Party.ITSELF)),
                Option.none());
    }

    private void register(TestKey createKey, Command.CreateAccount terms) {
        require(tested.custody().register(create(createKey, terms)).isRight(), "register");
    }

    /** The settings of a new account. */
    private SettingsAddress create(TestKey createKey, Command.CreateAccount terms) {
        AccountRef ref = Parties.PROGRAM.locate(createKey.address());
        land(Array.of(Parties.PROGRAM.encode(ref, creation(createKey, address(Party.ANN), terms))));
        return ref.settings();
    }

    Operation creation(TestKey createKey, Address payer, Command.CreateAccount terms) {
        return new Operation.CreateAccount(createKey.address(), payer, creationTerms, terms, Option.none());
    }

    private void store(Step step, Array<Operation> recording) {
        land(recording.take(2).map(operation -> Parties.PROGRAM.encode(Parties.ACCOUNT, operation)));
        if (step == Step.EXECUTE) {
            land(recording.drop(2).map(operation -> Parties.PROGRAM.encode(Parties.ACCOUNT, operation)));
        }
    }

    /** A service knows an account that does not exist yet if it has built its creation. */
    private void announceNewcomer() {
        Address ann = address(Party.ANN);
        BuildRequest harmless = new BuildRequest.CreateAccount(
                Parties.NEWCOMER_KEY.address(), ann, Command.CreateAccount.ofEquals(1, ann), BuildOptions.DEFAULT);
        require(tested.custody().build(harmless).isRight(), "build a creation");
    }

    private void recordLimit(Address createKey) {
        PolicyTerms yearly = new PolicyTerms(
                createKey, 0, new Token.Sol(), BaseUnits.of(1), PolicyPeriod.YEAR, Array.of(address(Party.ANN)), Array.empty(), Option.none());
        Authority authority = one.account().admin() instanceof AdminControl.None
                ? new Authority.Vote(ableRoles().everyone())
                : new Authority.Admin();
        BuildRequest request = new BuildRequest.AddLimit(Parties.ACCOUNT.address(), yearly, authority, BuildOptions.DEFAULT.paidBy(address(Party.ANN)));
        require(tested.custody().build(request).isRight(), "record a limit");
    }

    private void putLimit() {
        LimitTerms terms = LimitTerms.of(
                TestKey.of("review/limit to use").address(), new Token.Sol(), RICH, Period.DAY, Array.of(address(Party.ANN)));
        SpendingLimit limit = SpendingLimit.open(terms, tested.chain().accounts(Array.empty()).get().chainTime()).get();
        tested.control().put(LIMIT, new AccountData(
                RICH, Parties.PROGRAM.programId(), new SpendingLimitAccount(Parties.ACCOUNT.settings(), limit, 255).content(), false));
    }

    private void putTokens() {
        putToken(Party.MINT, new MintAccount(Option.none(), BaseUnits.MAX, 0, Option.none(), Bytes.EMPTY).encode());
        putToken(Party.TOKEN_ACCOUNT, TokenAccount.of(address(Party.MINT), address(Party.CAROL), BaseUnits.ZERO).encode());
        putToken(Party.STRANDED_TOKENS, TokenAccount.of(address(Party.MINT), address(Party.TOKEN_ACCOUNT), BaseUnits.ZERO).encode());
        putToken(
                Party.WRAPPED_SOL,
                TokenAccount.of(Address.of("So11111111111111111111111111111111111111112"), address(Party.CAROL), BaseUnits.ZERO).encode());
    }

    private void putToken(Party party, Bytes data) {
        tested.control().put(address(party), new AccountData(RICH, TokenProgram.TOKEN.id(), data, false));
    }

    private void prepareNonce() {
        switch (one.terms().nonce()) {
            case NONE, NOT_ALLOWED_AND_ABSENT -> {}
            case NOT_ALLOWED -> putNonce(people().head());
            case ALLOWED -> allowNonce();
            case ALLOWED_AND_OF_A_STRANGER -> {
                allowNonce();
                putNonce(address(Party.STRANGER));
            }
        }
    }

    /** A nonce is allowed for an account that exists. */
    private void allowNonce() {
        putNonce(people().head());
        if (!(one.request() instanceof ReviewedRequest.CreatesAccount)) {
            tested.allow(
                    Parties.ACCOUNT.address(), nonce().account(), Parties.PEOPLE.map(Parties::key).filter(key -> people().contains(key.address())));
        }
    }

    private void putNonce(Address authority) {
        NonceAccount account = new NonceAccount(NonceAccount.Version.CURRENT, authority, NONCE_VALUE, BaseUnits.of(5_000));
        tested.control().put(nonce().account(), new AccountData(RICH, SystemProgram.ID, account.encode(), false));
    }

    DurableNonce nonce() {
        Address authority = one.terms().nonce() == Nonce.ALLOWED_AND_OF_A_STRANGER ? address(Party.STRANGER) : people().head();
        return new DurableNonce(TestKey.of("review/nonce").address(), authority, NONCE_VALUE);
    }

    Roster roster() {
        return Roster.of(one.account().signers(), one.account().threshold()).get();
    }

    /** Signers that have keys. */
    Array<Address> people() {
        return one.account().signers().map(Signer::address).filter(one.parties().people()::contains);
    }

    private RoleAssignment.Until until() {
        return one.account().timeLock().equals(TimeLock.NONE) ? RoleAssignment.Until.EXECUTED : RoleAssignment.Until.APPROVED;
    }

    /** The roles of people who can sign. */
    RoleAssignment ableRoles() {
        return RoleAssignment.choose(roster(), people(), until()).get();
    }

    /** The roles in the transaction of the case. */
    RoleAssignment roles() {
        Array<Address> ready = Array.of(address(Party.OPERATOR))
                .filter(operator -> one.terms().operatorActs() && roster().find(operator).isDefined())
                .appendAll(people());
        return RoleAssignment.choose(roster(), ready, until()).get();
    }

    BaseUnits nonceRent() {
        return tested.chain().rentExemptMinimum(NonceAccount.LENGTH).get();
    }

    Address address(Party party) {
        return one.parties().address(party);
    }

    /** Signed by everybody who has a key; none if it does not fit into a transaction. */
    Option<Bytes> transaction(Address payer, Option<DurableNonce> nonce, Array<Instruction> instructions) {
        return FORMAT.compile(new Message(
                        MessageVersion.LEGACY,
                        payer,
                        nonce.map(DurableNonce::value).getOrElse(() -> tested.chain().latestBlockhash().get().blockhash()),
                        instructions,
                        Array.empty()))
                .toOption()
                .map(unsigned -> Parties.KEYS.sign(unsigned.transaction()));
    }

    private void land(Array<Instruction> instructions) {
        SendOutcome outcome = transaction(address(Party.ANN), Option.none(), instructions)
                .map(signed -> tested.chain().send(signed).get())
                .getOrElseThrow(() -> new IllegalStateException("it does not fit into a transaction: " + one));
        require(outcome instanceof SendOutcome.Accepted, outcome.toString());
    }

    private void require(boolean done, String what) {
        if (!done) {
            throw new IllegalStateException(one.parties().named("not done: " + what) + one);
        }
    }
}
