package dev.mandate.engine.review;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.GrantedRole.Holder;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.GrantedRole;
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
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * The review of transactions for one caller. Builders use it on what they have compiled, before anybody sees it, and {@code submit} on what it is
 * given: the same check for both ({@link TransactionReview}).
 */
public final class Reviewer {

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final OuterInstructions outer;
    private final ContentReader contents;
    private final VoteCheck votes;
    private final Safeguards safeguards;
    private final CallerAddresses known;
    private final RecordedLimits limits;

    public Reviewer(Chain chain, ChainFormats formats, Safeguards safeguards, CallerAddresses known) {
        this.chain = chain;
        this.program = formats.program();
        this.format = formats.format();
        this.outer = new OuterInstructions(formats);
        this.contents = new ContentReader(chain, program, format);
        this.votes = new VoteCheck(program);
        this.safeguards = safeguards;
        this.known = known;
        this.limits = new RecordedLimits(chain, program, known.limits());
    }

    /** Reads the signers of an account now; none while it does not exist. Asked only if the review needs them. */
    @FunctionalInterface
    public interface RosterSource {
        Either<BuildRefusal, Option<Roster>> read();
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
            RosterSource roster,
            Map<AccountQuery, FoundAccount> known) {}

    /**
     * The result of a review.
     *
     * @param content with all content within
     * @param findings what speaks against the transaction
     * @param warnings what all of its content would give away, acknowledged or not
     */
    public record Result(ContentTree content, Array<ReviewFinding> findings, Array<GiveawayWarning> warnings) {}

    /** What speaks against the outer instructions alone. Their content is not read. */
    public Either<BuildRefusal, Array<ReviewFinding>> outer(Subject subject) {
        return findings(
                subject,
                granted(subject.account(), subject.instructions()),
                reviewed -> reviewed,
                HashSet.empty());
    }

    /** The whole review. */
    public Either<BuildRefusal, Result> review(Subject subject, Set<GiveawayWarning.Code> acknowledged) {
        return contents.ofTransaction(subject.instructions(), subject.known())
                .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                .flatMap(tree -> limits.in(tree).flatMap(recorded -> findings(
                                subject,
                                granted(subject.account(), tree).appendAll(actingThemselves(tree)),
                                reviewed -> new ReviewedTransaction(
                                        reviewed.instructions(),
                                        reviewed.signers().appendAll(signingExecutions(tree)),
                                        reviewed.priorityFee(),
                                        reviewed.roles(),
                                        tree.recorded().flatMap(within -> tree.warnings(within, program, format)).distinct(),
                                        recorded,
                                        votes.problem(tree).map(Tuple2::_1)),
                                acknowledged)
                        .map(findings -> new Result(
                                tree, findings, tree.contents().flatMap(within -> tree.warnings(within, program, format)).distinct()))));
    }

    /** What speaks against a durable nonce as the lifetime of the account's transaction, before anything of it is read. */
    public Option<ReviewFinding> nonce(Address account, Address nonce) {
        return TransactionReview.nonce(0, nonce, HashSet.ofAll(safeguards.nonceAccounts().of(account)));
    }

    /** What speaks against roles in an account whose address is not known yet. */
    public Either<BuildRefusal, Array<ReviewFinding>> roles(GrantedPowers powers) {
        return roles(Array.of(new Grant(Option.none(), powers)), account -> Option.none()).map(TransactionReview::roles);
    }

    /** @param account in which the powers are granted; none if its address is not known yet */
    private record Grant(Option<AccountRef> account, GrantedPowers powers) {}

    private interface Addition {
        ReviewedTransaction to(ReviewedTransaction reviewed);
    }

    private Either<BuildRefusal, Array<ReviewFinding>> findings(
            Subject subject, Array<Grant> grants, Addition content, Set<GiveawayWarning.Code> acknowledged) {
        Array<OuterInstruction> instructions = outer.of(subject.account(), subject.signers().head(), subject.instructions());
        boolean concernsSigners = !grants.isEmpty() || instructions.exists(Reviewer::concernsNonce);
        return (concernsSigners ? subject.roster().read() : Either.<BuildRefusal, Option<Roster>>right(Option.none()))
                .flatMap(roster -> nonceRent(instructions).flatMap(rent -> roles(grants, account -> roster.filter(of -> account.equals(subject.account())))
                        .map(roles -> TransactionReview.findings(
                                content.to(new ReviewedTransaction(
                                        instructions, subject.signers(), subject.priorityFee(), roles, Array.empty(), Array.empty(), Option.none())),
                                new ReviewTerms(
                                        known.operators(),
                                        safeguards.maxPriorityFee(),
                                        HashSet.ofAll(safeguards.nonceAccounts().of(subject.account().address())),
                                        safeguards.nonceAuthority(),
                                        rent,
                                        roster,
                                        acknowledged)))));
    }

    private static boolean concernsNonce(OuterInstruction instruction) {
        return instruction instanceof OuterInstruction.AdvancesNonce || instruction instanceof OuterInstruction.CreatesNonce;
    }

    private Either<BuildRefusal, BaseUnits> nonceRent(Array<OuterInstruction> instructions) {
        return instructions.exists(OuterInstruction.CreatesNonce.class::isInstance)
                ? chain.rentExemptMinimum(format.nonceRoom(Address.ZERO).lengthAfter()).mapLeft(BuildRefusal.ChainSilent::new)
                : Either.right(BaseUnits.ZERO);
    }

    private Array<Grant> granted(AccountRef account, Array<Instruction> instructions) {
        return instructions
                .zipWithIndex((instruction, index) -> {
                    Option<SettingsAddress> settings = program.settingsOf(instruction);
                    return new Grant(
                            settings.map(program::accountOf).orElse(Option.some(account)),
                            program.appointments(Array.of(instruction)).withoutSigners(removed(settings, instructions.drop(index + 1))));
                })
                .reject(grant -> grant.powers().equals(GrantedPowers.NONE));
    }

    /** The signers that an admin removes. A signer that joins and leaves in one transaction never holds the role: a change may need such a signer. */
    private Array<Address> removed(Option<SettingsAddress> settings, Array<Instruction> later) {
        return later.flatMap(program::adminInstruction)
                .filter(change -> settings.contains(change.settings()))
                .flatMap(change -> change.command() instanceof Command.ChangeAsAdmin(var by, var action)
                        ? action.removedSigner()
                        : Option.<Address>none());
    }

    private Array<Grant> granted(AccountRef account, ContentTree tree) {
        return granted(account, tree.instructions())
                .appendAll(tree.contents()
                        .flatMap(within -> Array.of(new Grant(Option.some(within.account()), GrantedPowers.by(within.content())))
                                .reject(grant -> grant.powers().equals(GrantedPowers.NONE))
                                .appendAll(within.read().map(inner -> granted(within.account(), inner)).getOrElse(Array::empty))));
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
                                Option.some(program.accountOf(step.settings())),
                                new GrantedPowers(Array.empty(), Array.of(step.by()), Array.empty())))
                        .appendAll(actingThemselves(inner)));
    }

    /** @param rosters of accounts whose signers are known: who is one already is not judged again */
    private Either<BuildRefusal, Array<GrantedRole>> roles(Array<Grant> grants, Function<AccountRef, Option<Roster>> rosters) {
        return executable(grants.flatMap(grant -> grant.powers().admins())).map(programs -> grants.flatMap(grant -> {
            Option<Roster> present = grant.account().flatMap(rosters);
            return Array.of(Role.values())
                    .flatMap(role -> addresses(grant.powers(), role)
                            .map(address -> new GrantedRole(role, address, holder(grant.account(), role, address, present, programs))));
        }));
    }

    private static Array<Address> addresses(GrantedPowers powers, Role role) {
        return switch (role) {
            case ADMIN -> powers.admins();
            case SIGNER -> powers.signers();
            case SPENDER -> powers.spenders();
        };
    }

    private Holder holder(Option<AccountRef> account, Role role, Address address, Option<Roster> present, Set<Address> programs) {
        if (role == Role.SIGNER && present.flatMap(roster -> roster.find(address)).exists(signer -> !signer.permissions().equals(Permissions.NONE))) {
            return Holder.PRESENT;
        }
        if (known.operators().contains(address)) {
            return Holder.OPERATOR;
        }
        if (role == Role.SIGNER && account.exists(own -> program.isOwn(own, address))) {
            return Holder.ITSELF;
        }
        if (programs.contains(address)) {
            return Holder.PROGRAM;
        }
        if (format.canSign(address)) {
            return Holder.KEY;
        }
        return known.accounts().test(address) ? Holder.ACCOUNT : known.passkeys().test(address) ? Holder.PASSKEY : Holder.KEYLESS;
    }

    /** The programs among new admins. An address on the curve may be a program's. */
    private Either<BuildRefusal, Set<Address>> executable(Array<Address> admins) {
        Array<Address> asked = admins.distinct();
        Either<BuildRefusal, Map<Address, AccountData>> found = asked.isEmpty()
                ? Either.right(TreeMap.empty())
                : chain.accounts(AccountQuery.ofAnyOwner(asked)).bimap(BuildRefusal.ChainSilent::new, snapshot -> snapshot.owned());
        return found.map(accounts -> asked.filter(admin -> accounts.get(admin).exists(AccountData::executable)).toSet());
    }
}
