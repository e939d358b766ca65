package dev.mandate.engine.review;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GrantedRole.Holder;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.GrantedRole;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.domain.review.OuterInstruction;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.review.ReviewTerms;
import dev.mandate.domain.review.ReviewedTransaction;
import dev.mandate.domain.review.TransactionReview;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.GrantedPowers;
import dev.mandate.engine.content.ContentReader;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.engine.content.VoteCheck;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple2;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The review of transactions for one caller. Builders use it on what they have compiled, before anybody sees it, and {@code submit} on what it is
 * given: the same check for both ({@link TransactionReview}).
 */
public final class Reviewer {

    private final Chain chain;
    private final Chain reported;
    private final ChainFormats formats;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final OuterInstructions outer;
    private final ContentReader contents;
    private final VoteCheck votes;
    private final Safeguards safeguards;
    private final CallerAddresses known;
    private final RecordedLimits limits;

    /**
     * @param chain for content
     * @param reported the same chain, for what is at an address. Supplies and amounts change too often for several sources to tell the same bytes
     */
    public Reviewer(Chain chain, Chain reported, ChainFormats formats, Safeguards safeguards, CallerAddresses known) {
        this.chain = chain;
        this.reported = reported;
        this.formats = formats;
        this.program = formats.program();
        this.format = formats.format();
        this.outer = new OuterInstructions(formats);
        this.contents = new ContentReader(chain, program, format);
        this.votes = new VoteCheck(program);
        this.safeguards = safeguards;
        this.known = known;
        this.limits = new RecordedLimits(chain, program, known.limits());
    }

    /** Reads the settings of an account now; none while it does not exist. Asked only if the review needs them. */
    @FunctionalInterface
    public interface SettingsSource {
        Either<BuildRefusal, Option<Settings>> read();
    }

    /**
     * A transaction to review.
     *
     * @param account that it is for
     * @param instructions the outer ones
     * @param signers the fee payer first
     * @param priorityFee in lamports
     * @param known accounts that were read for this decision already
     */
    public record Subject(
            AccountRef account,
            Array<Instruction> instructions,
            Array<Address> signers,
            BaseUnits priorityFee,
            SettingsSource settings,
            Map<AccountQuery, FoundAccount> known) {}

    /**
     * The result of a review.
     *
     * @param content with all content within
     * @param findings what speaks against the transaction
     * @param warnings what all of its content would give away, acknowledged or not
     */
    public record Result(ContentTree content, Array<ReviewFinding> findings, Array<GiveawayWarning> warnings) {}

    /** What speaks against the outer instructions alone. Nothing is read for it, but the account's signers. */
    public Either<BuildRefusal, Array<ReviewFinding>> outer(Subject subject) {
        Array<OuterInstruction> instructions = outerInstructions(subject);
        Array<Grant> grants = granted(subject.account(), subject.instructions()).appendAll(nonceAuthorities(subject, instructions));
        return findings(
                subject,
                instructions,
                grants,
                AddressKinds.known(formats, HashSet.of(subject.account()), subject.known()),
                reviewed -> reviewed,
                HashSet.empty());
    }

    /** The whole review; refused if an account is held on which the transaction acts, itself or by any content within. */
    public Either<BuildRefusal, Result> review(Subject subject, Set<GiveawayWarning.Code> acknowledged) {
        return contents.ofTransaction(subject.instructions(), subject.known())
                .flatMap(tree -> looked(subject, tree))
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(looked -> requireFree(looked).flatMap(free -> limits.in(looked.tree, subject.known()).flatMap(recorded -> lockouts(subject, looked).flatMap(lockouts -> findings(
                                subject,
                                looked.outer,
                                looked.grants,
                                looked.kinds,
                                reviewed -> new ReviewedTransaction(
                                        reviewed.instructions(),
                                        reviewed.signers().appendAll(signingExecutions(looked.tree)),
                                        reviewed.priorityFee(),
                                        reviewed.roles(),
                                        warnings(looked, looked.effects.filter(effect -> looked.tree.records(effect.content)))
                                                .appendAll(lockouts.ofRecorded()),
                                        looked.mints.reject(mint -> looked.kinds.of(mint) == AddressKind.MINT).distinct(),
                                        recorded,
                                        votes.problem(looked.tree).map(Tuple2::_1)),
                                acknowledged)
                        .map(findings -> new Result(looked.tree, findings, warnings(looked, looked.effects).appendAll(lockouts.ofAll())))))));
    }

    /**
     * A transaction with what its review asks about.
     *
     * @param paidAtOnce who gets money by the transaction's own instructions
     * @param effects of each content
     */
    private record Looked(
            ContentTree tree,
            Array<OuterInstruction> outer,
            Array<Grant> grants,
            Array<Address> mints,
            Array<MoneyReceiver> paidAtOnce,
            Array<Effect> effects,
            AddressKinds kinds) {}

    private Either<BuildRefusal, Looked> requireFree(Looked looked) {
        return BuildRefusal.unless(looked.tree.accounts(program).toArray().flatMap(known.held())).map(free -> looked);
    }

    /** What {@code content} would give away, and who gets money by it. */
    private record Effect(ContentTree.Within content, Array<GiveawayWarning> warnings, Array<MoneyReceiver> receivers) {}

    /** Warnings about the transaction's own instructions and about the content with {@code effects}. */
    private static Array<GiveawayWarning> warnings(Looked looked, Array<Effect> effects) {
        return effects.flatMap(Effect::warnings)
                .appendAll(TransactionReview.unusable(looked.paidAtOnce.appendAll(effects.flatMap(Effect::receivers)), looked.kinds::of))
                .distinct();
    }

    private Either<BuildRefusal, LockoutCheck.Lockouts> lockouts(Subject subject, Looked looked) {
        return new LockoutCheck(chain, program, (account, address) -> mayAct(account, address, looked.kinds)).of(subject, looked.tree);
    }

    /** As far as it is known here: another tenant's vault has no key, and counts as nobody. */
    private boolean mayAct(AccountRef account, Address address, AddressKinds kinds) {
        return switch (holder(Option.some(account), address, kinds)) {
            case PRESENT, KEY, ACCOUNT -> true;
            case OPERATOR, PASSKEY, ITSELF, KEYLESS -> false;
        };
    }

    /** Reads what is at all addresses that matter, at once. */
    private Either<ChainFault, Looked> looked(Subject subject, ContentTree tree) {
        Array<OuterInstruction> instructions = outerInstructions(subject);
        Array<Grant> grants = granted(subject.account(), tree)
                .appendAll(actingThemselves(tree))
                .appendAll(nonceAuthorities(subject, instructions));
        Array<Address> mints = mints(tree);
        Array<MoneyReceiver> paidAtOnce = program.receivers(tree.instructions()).map(receiver -> receiver.at(0));
        Array<Effect> effects = tree.contents()
                .map(within -> new Effect(within, tree.warnings(within, program, format), tree.receivers(within, program, format)));
        AddressKinds known = AddressKinds.known(
                formats, HashSet.of(subject.account()).addAll(grants.flatMap(Grant::account)), subject.known());
        return known.read(
                        reported,
                        keys(grants).appendAll(mints).appendAll(grants.flatMap(Grant::replaced)),
                        paidAtOnce.appendAll(effects.flatMap(Effect::receivers)))
                .map(kinds -> new Looked(tree, instructions, grants, mints, paidAtOnce, effects, kinds));
    }

    /** The addresses that get a role and may have a key: what else they are has to be read. */
    private Array<Address> keys(Array<Grant> grants) {
        return grants.map(Grant::address).filter(address -> !known.operators().contains(address) && format.canSign(address));
    }

    /** The tokens of new spending limits. */
    private Array<Address> mints(ContentTree tree) {
        return byAdmin(tree.instructions())
                .flatMap(Reviewer::mint)
                .appendAll(tree.contents().flatMap(within -> within.content()
                        .settingsActions()
                        .flatMap(Reviewer::mint)
                        .appendAll(within.read().map(this::mints).getOrElse(Array::empty))));
    }

    private static Option<Address> mint(SettingsAction action) {
        return action instanceof SettingsAction.AddSpendingLimit(var limit, var terms) && terms.token() instanceof Token.Mint(var mint)
                ? Option.some(mint)
                : Option.none();
    }

    /** What speaks against a durable nonce as the lifetime of the account's transaction, before anything of it is read. */
    public Option<ReviewFinding> nonce(Address account, Address nonce) {
        return TransactionReview.nonce(0, nonce, nonces(account));
    }

    private Set<Address> nonces(Address account) {
        return HashSet.ofAll(safeguards.nonceAccounts().of(account));
    }

    /** What speaks against roles in an account whose address is not known yet, as far as it is known without a read. */
    public Array<ReviewFinding> knownRoles(GrantedPowers powers) {
        return TransactionReview.roles(roles(
                grants(Option.none(), powers, Array.empty()),
                AddressKinds.known(formats, HashSet.empty(), HashMap.empty()),
                account -> Option.none()));
    }

    /** What speaks against spenders whom only the engine's record of a limit names. */
    public Either<BuildRefusal, Array<ReviewFinding>> spenders(Array<Address> spenders) {
        Array<Grant> grants = spenders.map(spender -> new Grant(Option.none(), Role.SPENDER, spender, Array.empty()));
        return AddressKinds.known(formats, HashSet.empty(), HashMap.empty())
                .read(reported, keys(grants), Array.empty())
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .map(kinds -> TransactionReview.roles(roles(grants, kinds, account -> Option.none())));
    }

    /** What speaks against {@code receivers} that an account names. */
    public Either<BuildRefusal, Option<ReviewFinding>> receivers(
            AccountRef account, Array<MoneyReceiver> receivers, Set<GiveawayWarning.Code> acknowledged) {
        return AddressKinds.read(reported, formats, HashSet.of(account), receivers)
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .map(kinds -> TransactionReview.unacknowledged(TransactionReview.unusable(receivers, kinds::of), acknowledged));
    }

    /**
     * A role that an address gets.
     *
     * @param account in which it gets the role; none if its address is not known yet
     * @param replaced the account's limits that are removed beside it: who spends within one is not new
     */
    private record Grant(Option<AccountRef> account, Role role, Address address, Array<Address> replaced) {}

    private interface Addition {
        ReviewedTransaction to(ReviewedTransaction reviewed);
    }

    private Either<BuildRefusal, Array<ReviewFinding>> findings(
            Subject subject,
            Array<OuterInstruction> instructions,
            Array<Grant> grants,
            AddressKinds kinds,
            Addition content,
            Set<GiveawayWarning.Code> acknowledged) {
        boolean advancesNonce = instructions.exists(OuterInstruction.AdvancesNonce.class::isInstance);
        return (advancesNonce || !grants.isEmpty()
                        ? subject.settings().read().map(read -> read.map(Settings::roster))
                        : Either.<BuildRefusal, Option<Roster>>right(Option.none()))
                .flatMap(roster -> nonceRent(instructions).map(rent -> TransactionReview.findings(
                        content.to(new ReviewedTransaction(
                                instructions,
                                subject.signers(),
                                subject.priorityFee(),
                                roles(grants, kinds, account -> roster.filter(of -> account.equals(subject.account()))),
                                Array.empty(),
                                Array.empty(),
                                Array.empty(),
                                Option.none())),
                        new ReviewTerms(
                                known.operators(),
                                safeguards.maxPriorityFee(),
                                advancesNonce ? nonces(subject.account().address()) : HashSet.empty(),
                                safeguards.nonceAuthority(),
                                rent,
                                roster,
                                acknowledged))));
    }

    private Array<OuterInstruction> outerInstructions(Subject subject) {
        return outer.of(subject.account(), subject.signers().head(), subject.instructions());
    }

    private Either<BuildRefusal, BaseUnits> nonceRent(Array<OuterInstruction> instructions) {
        return instructions.exists(OuterInstruction.CreatesNonce.class::isInstance)
                ? chain.rentExemptMinimum(format.nonceRoom(Address.ZERO).lengthAfter()).mapLeft(BuildRefusal.ChainSilent::new)
                : Either.right(BaseUnits.ZERO);
    }

    private static Array<Grant> nonceAuthorities(Subject subject, Array<OuterInstruction> instructions) {
        return instructions.flatMap(instruction -> instruction instanceof OuterInstruction.CreatesNonce creates
                ? Option.some(new Grant(Option.some(subject.account()), Role.NONCE_AUTHORITY, creates.authority(), Array.empty()))
                : Option.<Grant>none());
    }

    private static Array<Grant> grants(Option<AccountRef> account, GrantedPowers powers, Array<Address> replaced) {
        return Array.of(
                        Tuple.of(Role.ADMIN, powers.admins()),
                        Tuple.of(Role.SIGNER, powers.signers()),
                        Tuple.of(Role.SPENDER, powers.spenders()))
                .flatMap(granted -> granted._2.map(address -> new Grant(
                        account, granted._1, address, granted._1 == Role.SPENDER ? replaced : Array.empty())));
    }

    private Array<Grant> granted(AccountRef account, Array<Instruction> instructions) {
        // Most transactions grant nothing.
        return program.appointments(instructions).equals(GrantedPowers.NONE) ? Array.empty() : eachGranted(account, instructions);
    }

    private Array<Grant> eachGranted(AccountRef account, Array<Instruction> instructions) {
        return instructions
                .zipWithIndex()
                .flatMap(one -> {
                    Option<SettingsAddress> settings = program.settingsOf(one._1);
                    Predicate<Instruction> onTheSame = other -> program.settingsOf(other).equals(settings);
                    // A signer that joins and leaves in one transaction never holds the role: a change may need such a signer.
                    Array<SettingsAction> later = byAdmin(instructions.drop(one._2 + 1).filter(onTheSame));
                    return grants(
                            settings.map(program::accountOf).orElse(Option.some(account)),
                            program.appointments(Array.of(one._1)).withoutSigners(later.flatMap(SettingsAction::removedSigner)),
                            byAdmin(instructions.filter(onTheSame)).flatMap(Reviewer::removedLimit));
                });
    }

    private Array<SettingsAction> byAdmin(Array<Instruction> instructions) {
        return instructions.flatMap(program::adminInstruction)
                .flatMap(change -> change.command() instanceof Command.ChangeAsAdmin(var by, var action)
                        ? Option.some(action)
                        : Option.<SettingsAction>none());
    }

    private static Option<Address> removedLimit(SettingsAction action) {
        return action instanceof SettingsAction.RemoveSpendingLimit(var limit) ? Option.some(limit) : Option.none();
    }

    private Array<Grant> granted(AccountRef account, ContentTree tree) {
        return granted(account, tree.instructions())
                .appendAll(tree.contents().flatMap(within -> grants(
                                Option.some(within.account()),
                                GrantedPowers.by(within.content()),
                                within.content().settingsActions().flatMap(Reviewer::removedLimit))
                        .appendAll(within.read().map(inner -> within(within.account(), inner)).getOrElse(Array::empty))));
    }

    private Array<Grant> within(AccountRef account, ContentTree inner) {
        return granted(account, inner)
                .appendAll(format.nonceAuthorities(inner.instructions())
                        .map(authority -> new Grant(Option.some(account), Role.NONCE_AUTHORITY, authority, Array.empty())));
    }

    /** Those who have to sign the execution of content, beside the vault. What is approved must not wait for somebody who never signs. */
    private Array<Address> signingExecutions(ContentTree tree) {
        return tree.contents()
                .flatMap(within -> within.content()
                        .vaultInstructions()
                        .toArray()
                        .flatMap(stored -> program.outsideSigners(within.account(), stored))
                        .appendAll(within.read().map(this::signingExecutions).getOrElse(Array::empty)));
    }

    /** Accounts that act in themselves: a vault that proposes, votes or executes in its own account. */
    private Array<Grant> actingThemselves(ContentTree tree) {
        return tree.contents()
                .flatMap(within -> within.read().toOption())
                .flatMap(inner -> inner.instructions()
                        .flatMap(program::lifeCycle)
                        .filter(step -> program.isOwn(program.accountOf(step.settings()), step.by()))
                        .map(step -> new Grant(
                                Option.some(program.accountOf(step.settings())), Role.SIGNER, step.by(), Array.empty()))
                        .appendAll(actingThemselves(inner)));
    }

    /** @param rosters of accounts whose signers are known: who is one already is not judged again */
    private Array<GrantedRole> roles(Array<Grant> grants, AddressKinds kinds, Function<AccountRef, Option<Roster>> rosters) {
        return grants.map(grant -> new GrantedRole(
                grant.role(),
                grant.address(),
                isPresent(grant, kinds, rosters) ? Holder.PRESENT : holder(grant.account(), grant.address(), kinds)));
    }

    private boolean isPresent(Grant grant, AddressKinds kinds, Function<AccountRef, Option<Roster>> rosters) {
        return switch (grant.role()) {
            case SIGNER -> grant.account()
                    .flatMap(rosters)
                    .flatMap(roster -> roster.find(grant.address()))
                    .exists(signer -> !signer.permissions().equals(Permissions.NONE));
            case SPENDER -> grant.account().exists(account -> grant.replaced()
                    .flatMap(limit -> kinds.state(limit).flatMap(state -> program.readLimit(account, limit, state).toOption()))
                    .exists(limit -> limit.terms().signers().contains(grant.address())));
            case ADMIN, NONCE_AUTHORITY -> false;
        };
    }

    private Holder holder(Option<AccountRef> account, Address address, AddressKinds kinds) {
        if (known.operators().contains(address)) {
            return Holder.OPERATOR;
        }
        if (account.exists(own -> program.isOwn(own, address))) {
            return account.exists(own -> own.address().equals(address)) ? Holder.ITSELF : Holder.KEYLESS;
        }
        if (kinds.of(address) != AddressKind.OTHER) {
            return Holder.KEYLESS;
        }
        if (format.canSign(address)) {
            return Holder.KEY;
        }
        return known.accounts().test(address) ? Holder.ACCOUNT : known.passkeys().test(address) ? Holder.PASSKEY : Holder.KEYLESS;
    }
}
