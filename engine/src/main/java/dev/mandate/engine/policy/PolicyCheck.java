package dev.mandate.engine.policy;

import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.filter.PolicyReason;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.StreamAppend;
import dev.mandate.ports.spi.policy.DecodedContent;
import dev.mandate.ports.spi.policy.DecodedInstruction;
import dev.mandate.ports.spi.policy.PolicyInput;
import dev.mandate.ports.spi.policy.PolicyVerdict;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import java.util.function.Function;

/** Asks all policies of one owner on a transaction. Everything that they decide on is read first. */
public final class PolicyCheck {

    /** The maximum of accounts that one transaction operates on; a commit can depend on so many filters. */
    private static final int MOST_ACCOUNTS = 64;

    private final EngineParts parts;
    private final ChainFormats formats;
    private final PolicySource policies;
    private final Function<AccountRef, Either<BuildRefusal, AccountView>> views;

    /** @param views reads an account; refused with {@link BuildRefusal.NotOnChain} or {@code UnknownAccount} while it does not exist */
    public PolicyCheck(
            EngineParts parts,
            PolicySource policies,
            Function<AccountRef, Either<BuildRefusal, AccountView>> views) {
        this.parts = parts;
        this.formats = parts.formats();
        this.policies = policies;
        this.views = views;
    }

    /** Whether there is no policy. */
    public boolean isEmpty() {
        return policies.isEmpty();
    }

    /** What refuses a commit once the policies have changed; refused if a policy vetoes a transaction for {@code account}. */
    public Either<BuildRefusal, Array<StreamAppend>> require(AccountRef account, ContentTree tree) {
        Set<AccountRef> named = accounts(tree).add(account);
        if (named.length() > MOST_ACCOUNTS) {
            return Either.left(new BuildRefusal.PolicyVeto(Array.of(new PolicyReason(
                    "unread", "it operates on %s accounts, and no more than %s are looked at".formatted(named.length(), MOST_ACCOUNTS)))));
        }
        PolicySource.Present present = policies.on(named);
        return present.policies().isEmpty()
                ? Either.right(present.unchanged())
                : input(account, tree).flatMap(input -> {
                    Array<PolicyReason> reasons = present.policies().flatMap(policy -> reasons(policy.decide(input)));
                    return reasons.isEmpty() ? Either.right(present.unchanged()) : Either.left(new BuildRefusal.PolicyVeto(reasons));
                });
    }

    private static Array<PolicyReason> reasons(PolicyVerdict verdict) {
        return switch (verdict) {
            case PolicyVerdict.Allowed allowed -> Array.empty();
            case PolicyVerdict.Vetoed(Array<PolicyReason> reasons) -> reasons;
        };
    }

    /** The accounts that the instructions and their content operate on. */
    private Set<AccountRef> accounts(ContentTree tree) {
        return tree.contents().foldLeft(
                HashSet.ofAll(tree.instructions()
                        .flatMap(formats.program()::settingsOf)
                        .map(formats.program()::accountOf)),
                (known, within) -> known.add(within.account())
                        .addAll(within.read().<Set<AccountRef>>fold(why -> HashSet.empty(), this::accounts)));
    }

    private Either<BuildRefusal, PolicyInput> input(AccountRef account, ContentTree tree) {
        Array<Instruction> all = all(tree);
        Array<AccountQuery> needed = formats.calls().needed(all);
        Either<BuildRefusal, Map<Address, AccountData>> loaded = needed.isEmpty()
                ? Either.right(TreeMap.empty())
                : parts.chain().accounts(needed).bimap(BuildRefusal.ChainSilent::new, AccountsSnapshot::owned);
        return loaded.flatMap(found -> BuildRefusal.ifOnChain(views.apply(account)).map(view ->
                new PolicyInput(parts.tenant(), parts.network(), account, view, decoded(tree, all, found))));
    }

    private static Array<Instruction> all(ContentTree tree) {
        return tree.instructions().appendAll(tree.contents()
                .flatMap(within -> within.read().fold(why -> Array.<Instruction>empty(), PolicyCheck::all)));
    }

    private Array<DecodedInstruction> decoded(ContentTree tree, Array<Instruction> all, Map<Address, AccountData> loaded) {
        return tree.instructions().zipWithIndex((instruction, index) -> new DecodedInstruction(
                instruction,
                formats.calls().calls(instruction, all, loaded),
                tree.contents()
                        .filter(within -> within.instruction() == index)
                        .map(within -> content(within, all, loaded))));
    }

    private DecodedContent content(ContentTree.Within within, Array<Instruction> all, Map<Address, AccountData> loaded) {
        if (within.read().isLeft()) {
            return new DecodedContent.Unreadable(within.account(), within.transaction(), within.read().getLeft());
        }
        return switch (within.content()) {
            case TransactionContent.VaultInstructions stored -> new DecodedContent.Signed(
                    within.account(),
                    within.transaction(),
                    formats.program().vaultAddress(within.account(), stored.vaultIndex()),
                    decoded(within.read().get(), all, loaded));
            case TransactionContent.SettingsChange(var actions) -> new DecodedContent.Change(
                    within.account(),
                    within.transaction(),
                    actions,
                    actions.<DecodedCall>map(action -> formats.calls().call(within.account(), action)));
            case TransactionContent.Opaque(String why, var stored) ->
                new DecodedContent.Unreadable(within.account(), within.transaction(), why);
        };
    }
}
