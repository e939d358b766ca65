package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.RoleAssignment;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.domain.transaction.VotePurpose;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NonceCreation;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.testkit.laws.review.ReviewedRequest.Content;
import dev.mandate.testkit.laws.review.ReviewedRequest.OfContent;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** The instructions of a case as another client encodes them. */
record HandEncoding(ReviewScene scene, ReviewCase one) {

    private static final SmartAccountProgram PROGRAM = Parties.PROGRAM;
    private static final AccountRef ACCOUNT = Parties.ACCOUNT;
    private static final AccountRef WARD = Parties.WARD;
    private static final long INDEX = 1;
    private static final BaseUnits ONE = BaseUnits.of(1);
    /** Enough for an account that does not exist yet. */
    static final BaseUnits USE = BaseUnits.of(10_000_000);

    /** Without compute budget and nonce. */
    Array<Instruction> instructions() {
        Address payer = one.payer();
        return switch (one.request()) {
            case OfContent of -> operations(of).map(operation -> PROGRAM.encode(ACCOUNT, operation));
            case ReviewedRequest.HandsOver(Party next) ->
                Array.of(PROGRAM.encode(
                        ACCOUNT,
                        new Operation.HandOver(
                                address(Party.ANN), payer, one.parties().heldBy(next), Option.none())));
            case ReviewedRequest.UsesLimit(Party to) ->
                Array.of(PROGRAM.encode(
                        ACCOUNT,
                        new Operation.Spend(
                                address(Party.ANN), ReviewScene.LIMIT, 0, address(to), USE, new SpendRoute.Sol(), Option.none())));
            case ReviewedRequest.CreatesNonce(Party authority) ->
                ReviewScene.FORMAT.createNonce(
                        new NonceCreation(payer, Parties.NONCE_KEY.address(), address(authority), scene.nonceRent()));
            case ReviewedRequest.CreatesAccount(Command.CreateAccount terms) ->
                Array.of(PROGRAM.encode(
                        Parties.NEWCOMER,
                        scene.creation(Parties.NEWCOMER_KEY, payer, terms)));
        };
    }

    private Array<Operation> operations(OfContent of) {
        TransactionContent content = content(of.content());
        RoleAssignment roles = scene.roles();
        Address payer = one.payer();
        return switch (of.step()) {
            case AT_ONCE ->
                byAdmin(of.content())
                        .getOrElse(() -> voted(roles, payer, content)
                                .appendAll(roles.executor().map(by -> execution(by, payer, content))));
            case PROPOSE -> proposed(roles.proposer(), payer, content);
            case APPROVE -> Array.of(vote(roles, Vote.APPROVE, content));
            case REJECT -> Array.of(vote(roles, Vote.REJECT, content));
            case EXECUTE -> Array.of(execution(roles.executor().get(), payer, content));
        };
    }

    /** A vote names what it is for. */
    private static Operation vote(RoleAssignment roles, Vote vote, TransactionContent content) {
        return new Operation.CastVote(
                roles.approvers().head(), INDEX, vote, Option.some(new VotePurpose(INDEX, PROGRAM.fingerprint(content)).toMemo()));
    }

    private Option<Array<Operation>> byAdmin(Content content) {
        return one.account()
                .admin()
                .holder()
                .filter(admin -> content instanceof Content.Settings)
                .map(admin -> content(content)
                        .settingsActions()
                        .map(action -> new Operation.ChangeAsAdmin(admin, one.payer(), action, Option.none())));
    }

    /** What another client recorded, and approved if need be, before the case begins: the first two operations record it. */
    Array<Operation> stored(Content content) {
        return voted(scene.ableRoles(), address(Party.ANN), content(content));
    }

    private static Array<Operation> voted(RoleAssignment roles, Address payer, TransactionContent content) {
        return proposed(roles.proposer(), payer, content)
                .appendAll(roles.approvers().map(voter -> new Operation.CastVote(voter, INDEX, Vote.APPROVE, Option.none())));
    }

    private static Array<Operation> proposed(Address proposer, Address payer, TransactionContent content) {
        return Array.of(
                new Operation.CreateTransaction(proposer, payer, INDEX, content, Option.none()),
                new Operation.CreateProposal(proposer, payer, INDEX));
    }

    private static Operation execution(Address by, Address payer, TransactionContent content) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> new Operation.ExecuteChange(by, payer, INDEX, change);
            case TransactionContent.VaultInstructions stored -> new Operation.ExecuteInstructions(by, INDEX, stored, Array.empty());
            case TransactionContent.Opaque opaque -> throw new IllegalStateException("no case has opaque content");
        };
    }

    private TransactionContent content(Content content) {
        return switch (content) {
            case Content.Settings(var actions) -> new TransactionContent.SettingsChange(actions);
            case Content.Acts(var acts) -> PROGRAM.store(ACCOUNT, 0, acted(acts), Array.empty()).get();
        };
    }

    /** What the vault signs. Each transaction of a vault has to have an instruction that the vault signs: here a payment. */
    Array<Instruction> acted(Array<VaultAct> acts) {
        return acts.flatMap(this::acted).append(SystemProgram.transfer(ACCOUNT.address(), address(Party.CAROL), ONE));
    }

    private Array<Instruction> acted(VaultAct act) {
        return act instanceof VaultAct.PaysTokens(Party to)
                ? Array.of(
                        AssociatedTokenProgram.createIdempotent(ACCOUNT.address(), address(to), address(Party.MINT), TokenProgram.TOKEN),
                        tokens(AssociatedTokenProgram.account(address(to), address(Party.MINT), TokenProgram.TOKEN).address()))
                : Array.of(one(act));
    }

    private Instruction tokens(Address into) {
        return TokenProgram.TOKEN.transferChecked(
                AssociatedTokenProgram.account(ACCOUNT.address(), address(Party.MINT), TokenProgram.TOKEN).address(),
                address(Party.MINT),
                into,
                ACCOUNT.address(),
                ONE,
                0);
    }

    private Instruction one(VaultAct act) {
        Address vault = ACCOUNT.address();
        return switch (act) {
            case VaultAct.PaysTokens pays -> throw new IllegalStateException("it takes two instructions");
            case VaultAct.PaysInto(Party into) -> tokens(address(into));
            case VaultAct.Pays(Party to) -> SystemProgram.transfer(vault, address(to), ONE);
            case VaultAct.GivesAway(GiveawayWarning.Code right) -> giveaway(right);
            case VaultAct.DrawsOn(Party payer) -> SystemProgram.transfer(address(payer), vault, ONE);
            case VaultAct.Appoints(Party in, VaultAct.Role role, Party who) -> appointment(in == Party.ITSELF ? ACCOUNT : WARD, role, address(who));
            case VaultAct.ProposesInItself proposes ->
                PROGRAM.encode(
                        ACCOUNT,
                        new Operation.CreateTransaction(
                                vault, vault, INDEX + 1, payment(ACCOUNT), Option.none()));
            case VaultAct.ProposesInWard proposes ->
                PROGRAM.encode(WARD, new Operation.CreateTransaction(vault, vault, INDEX, givenAway(WARD), Option.none()));
            case VaultAct.Creates(Party admin, Party signer) ->
                PROGRAM.encode(
                        Parties.NEWCOMER,
                        scene.creation(
                                Parties.NEWCOMER_KEY,
                                vault,
                                new Command.CreateAccount(
                                        Array.of(address(Party.CAROL), address(signer)).distinct().map(it -> new Signer(it, Permissions.ALL)),
                                        one.account().threshold(),
                                        TimeLock.NONE,
                                        one.parties().heldBy(admin),
                                        Option.none())));
        };
    }

    private static TransactionContent payment(AccountRef account) {
        return PROGRAM.store(account, 0, Array.of(SystemProgram.transfer(account.address(), account.settings().address(), ONE)), Array.empty()).get();
    }

    private static TransactionContent givenAway(AccountRef account) {
        return PROGRAM.store(
                        account, 0, Array.of(SimulatedSystemProgram.assign(account.address(), PROGRAM.programId())), Array.empty())
                .get();
    }

    private Instruction appointment(AccountRef in, VaultAct.Role role, Address who) {
        Address vault = ACCOUNT.address();
        return switch (role) {
            case SIGNER -> asAdmin(in, new SettingsAction.AddSigner(new Signer(who, Permissions.ALL)));
            case OBSERVER -> asAdmin(in, new SettingsAction.AddSigner(new Signer(who, Permissions.NONE)));
            case SPENDER -> {
                LimitTerms terms = LimitTerms.of(
                        TestKey.of("review/limit of a vault").address(), new Token.Sol(), ONE, Period.DAY, Array.of(who));
                yield asAdmin(in, new SettingsAction.AddSpendingLimit(PROGRAM.limitAddress(in, terms.createKey()), terms));
            }
            case NONCE_AUTHORITY ->
                SystemProgram.encode(new SystemInstruction.InitializeNonce(TestKey.of("review/nonce of a vault").address(), who));
            case ADMIN ->
                PROGRAM.encode(in, new Operation.HandOver(vault, vault, AdminControl.ofAuthority(who), Option.none()));
        };
    }

    private static Instruction asAdmin(AccountRef in, SettingsAction action) {
        return PROGRAM.encode(in, new Operation.ChangeAsAdmin(ACCOUNT.address(), ACCOUNT.address(), action, Option.none()));
    }

    private Instruction giveaway(GiveawayWarning.Code right) {
        return switch (right) {
            case GIVES_AWAY_VAULT -> SimulatedSystemProgram.assign(ACCOUNT.address(), PROGRAM.programId());
            case GIVES_AWAY_TOKEN_AUTHORITY -> ofToken("060201" + hex(Party.BOB));
            case CLOSES_TOKEN_ACCOUNT_ELSEWHERE -> ofToken("09", AccountMeta.writable(address(Party.BOB)));
            case APPROVES_DELEGATE -> ofToken("040100000000000000", AccountMeta.readonly(address(Party.BOB)));
            case GIVES_AWAY_PROGRAM ->
                to("BPFLoaderUpgradeab1e11111111111111111111111", "04000000", byVault().append(AccountMeta.readonly(address(Party.BOB))));
            case GIVES_AWAY_STAKE -> to("Stake11111111111111111111111111111111111111", "01000000" + hex(Party.BOB) + "01000000", byVault());
            case GIVES_AWAY_NONCE -> to(Address.ZERO.toString(), "07000000" + hex(Party.BOB), byVault());
            case GIVES_AWAY_LOOKUP_TABLE -> to("AddressLookupTab1e1111111111111111111111111", "01000000", byVault());
            case UNUSABLE_RECEIVER -> SystemProgram.transfer(ACCOUNT.address(), address(Party.SETTINGS), ONE);
            case LOCKS_OUT -> throw new IllegalArgumentException("a change of settings locks out, and no act of a vault by itself");
        };
    }

    private String hex(Party party) {
        return Bytes.of(address(party).toArray()).toHex();
    }

    private static Array<AccountMeta> byVault() {
        return Array.of(AccountMeta.writable(TestKey.of("review/thing").address()), AccountMeta.signer(ACCOUNT.address()));
    }

    private static Instruction to(String program, String data, Array<AccountMeta> accounts) {
        return new Instruction(Address.of(program), accounts, Bytes.ofHex(data));
    }

    private static Instruction ofToken(String data, AccountMeta... others) {
        return new Instruction(
                TokenProgram.TOKEN.id(),
                Array.of(AccountMeta.writable(TestKey.of("review/token account").address()))
                        .appendAll(Array.of(others))
                        .append(AccountMeta.signer(ACCOUNT.address())),
                Bytes.ofHex(data));
    }

    private Address address(Party party) {
        return one.parties().address(party);
    }
}
