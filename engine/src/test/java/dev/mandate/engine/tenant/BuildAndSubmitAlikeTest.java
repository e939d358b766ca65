package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.Authority;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.LeaversLimits;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.custody.SettingsEdit;
import dev.mandate.ports.custody.SubmissionRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.tenant.CreationOrder;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.programs.SimulatedSystemProgram;
import dev.mandate.solana.format.SolanaFormat;

import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a builder refuses by the review, {@code submit} refuses as well if another client encoded it, and the other way round. */
class BuildAndSubmitAlikeTest {

    private static final SquadsV4Program PROGRAM = SquadsV4Program.PUBLIC;

    /** The findings that a builder can come to; the others are about bytes that no builder compiles. */
    private static final Set<Class<?>> FOUND = HashSet.of(
            ReviewFinding.OperatorPays.class,
            ReviewFinding.OperatorAppointed.class,
            ReviewFinding.KeylessAdmin.class,
            ReviewFinding.AccountAsOwnSigner.class,
            ReviewFinding.PriorityFeeTooHigh.class,
            ReviewFinding.NeedsAcknowledgement.class);

    /** Two accounts of acme: one that votes, and one that has ann for its admin. */
    private static final class Accounts {

        final ServiceFixture fixture = new ServiceFixture();
        final Custody custody = fixture.service(ACME);
        final Address ann = fixture.ann.address();
        final Address bob = fixture.bob.address();
        final AccountRef voting = ref(fixture.account(ACME));
        final AccountRef governed = ref(fixture.service(ACME)
                .create(ACME.keyLine(), new CreationOrder(fixture.administeredBy(ann)), new Retry.Unnamed())
                .get()
                .account()
                .address());

        AccountRef ref(Address account) {
            return custody.account(account).get().ref();
        }

        /** Proposed, approved and executed in one transaction, as another client encodes it. */
        Array<Instruction> voted(TransactionContent content, Operation execution) {
            return Array.<Operation>of(
                            new Operation.CreateTransaction(ann, ann, 1, content, Option.none()),
                            new Operation.CreateProposal(ann, ann, 1),
                            new Operation.CastVote(ann, 1, Vote.APPROVE, Option.none()),
                            new Operation.CastVote(bob, 1, Vote.APPROVE, Option.none()),
                            execution)
                    .map(operation -> PROGRAM.encode(voting, operation));
        }

        Array<Instruction> voted(SettingsAction action) {
            TransactionContent.SettingsChange change = new TransactionContent.SettingsChange(Array.of(action));
            return voted(change, new Operation.ExecuteChange(ann, ann, 1, change));
        }
    }

    /**
     * A change in two forms.
     *
     * @param encoded by another client
     */
    private record Change(AccountRef account, BuildRequest request, Address payer, Array<Instruction> encoded) {}

    private static final Array<BiFunction<Accounts, Address, Change>> CHANGES = Array.of(
            (on, who) -> {
                SettingsAction action = new SettingsAction.AddSigner(new Signer(who, Permissions.ALL));
                return new Change(on.voting, change(on.voting, join(who), vote(on), BuildOptions.DEFAULT), on.ann, on.voted(action));
            },
            (on, who) -> {
                SettingsAction action = new SettingsAction.AddSigner(new Signer(who, Permissions.NONE));
                SettingsEdit observer = new SettingsEdit.AddSigners(Array.of(new Signer(who, Permissions.NONE)));
                return new Change(on.voting, change(on.voting, observer, vote(on), BuildOptions.DEFAULT), on.ann, on.voted(action));
            },
            (on, who) -> new Change(
                    on.governed,
                    change(on.governed, join(who), new Authority.Admin(), BuildOptions.DEFAULT),
                    on.ann,
                    Array.of(PROGRAM.encode(
                            on.governed,
                            new Operation.ChangeAsAdmin(
                                    on.ann, on.ann, new SettingsAction.AddSigner(new Signer(who, Permissions.ALL)), Option.none())))),
            (on, who) -> new Change(
                    on.governed,
                    new BuildRequest.HandOverAdmin(on.governed.address(), new AdminControl.HeldBy(who), BuildOptions.DEFAULT),
                    on.ann,
                    Array.of(PROGRAM.encode(
                            on.governed, new Operation.HandOver(on.ann, on.ann, new AdminControl.HeldBy(who), Option.none())))),
            (on, who) -> {
                LimitTerms terms = LimitTerms.of(
                        TestKey.of("alike/limit").address(), new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(who));
                return new Change(
                        on.voting,
                        new BuildRequest.AddLimit(on.voting.address(), terms, vote(on), BuildOptions.DEFAULT),
                        on.ann,
                        on.voted(new SettingsAction.AddSpendingLimit(PROGRAM.limitAddress(on.voting, terms.createKey()), terms)));
            },
            (on, who) -> {
                Instruction assign = SimulatedSystemProgram.assign(on.voting.address(), who);
                TransactionContent.VaultInstructions content = PROGRAM.store(on.voting, 0, Array.of(assign), Array.empty()).get();
                return new Change(
                        on.voting,
                        new BuildRequest.Prepare(
                                on.voting.address(), on.fixture.unsigned(on.voting.address(), assign), Array.of(on.ann, on.bob), BuildOptions.DEFAULT),
                        on.ann,
                        on.voted(content, new Operation.ExecuteInstructions(on.ann, 1, content, Array.empty())));
            },
            (on, who) -> {
                SettingsAction action = new SettingsAction.SetTimeLock(new TimeLock(9));
                return new Change(
                        on.voting,
                        change(on.voting, new SettingsEdit.SetTimeLock(new TimeLock(9)), vote(on), BuildOptions.DEFAULT.paidBy(who)),
                        who,
                        on.voted(action));
            },
            (on, who) -> {
                ComputeBudget dear = new ComputeBudget(
                        Option.some(1_000_000L), Option.some(BaseUnits.of(11_000_000)), Option.none(), Option.none());
                return new Change(
                        on.governed,
                        change(on.governed, join(who), new Authority.Admin(), BuildOptions.DEFAULT.withComputeBudget(dear)),
                        on.ann,
                        new SolanaFormat()
                                .computeBudget(dear)
                                .append(PROGRAM.encode(
                                        on.governed,
                                        new Operation.ChangeAsAdmin(
                                                on.ann, on.ann, new SettingsAction.AddSigner(new Signer(who, Permissions.ALL)), Option.none()))));
            });

    private static SettingsEdit join(Address who) {
        return new SettingsEdit.AddSigners(Array.of(new Signer(who, Permissions.ALL)));
    }

    private static Authority vote(Accounts on) {
        return new Authority.Vote(Array.of(on.ann, on.bob));
    }

    private static BuildRequest change(AccountRef account, SettingsEdit edit, Authority by, BuildOptions options) {
        return new BuildRequest.ChangeSettings(account.address(), Array.of(edit), by, LeaversLimits.REFUSE, options);
    }

    private static final Array<Function<Accounts, Address>> ADDRESSES = Array.of(
            on -> TestKey.of("alike/key").address(),
            on -> on.fixture.operator.feePayer(),
            on -> on.voting.address(),
            on -> on.voting.settings(),
            on -> on.governed.address(),
            on -> on.fixture.account(RIVAL),
            on -> PROGRAM.vaultAddress(PROGRAM.locate(TestKey.of("alike/nobody").address()), 0));

    @Test
    void theFindingsAreTheSame() {
        Set<Class<?>> found = HashSet.empty();
        for (int change = 0; change < CHANGES.length(); change++) {
            for (int address = 0; address < ADDRESSES.length(); address++) {
                Accounts accounts = new Accounts();
                Change made = CHANGES.get(change).apply(accounts, ADDRESSES.get(address).apply(accounts));

                Set<ReviewFinding> built = built(accounts.custody, made.request());
                assertEquals(built, submitted(accounts, made), "change %s, address %s".formatted(change, address));
                found = found.addAll(built.map(Object::getClass));
            }
        }
        assertEquals(FOUND, found);
    }

    private static Set<ReviewFinding> built(Custody custody, BuildRequest request) {
        return custody.build(request)
                .fold(
                        refusal -> refusal.each()
                                .flatMap(one -> one instanceof BuildRefusal.Reviewed(var finding) ? Array.of(finding) : Array.<ReviewFinding>empty())
                                .toSet(),
                        plan -> HashSet.empty());
    }

    private static Set<ReviewFinding> submitted(Accounts accounts, Change made) {
        return accounts.custody
                .submit(
                        made.account().address(),
                        accounts.fixture.keys.sign(accounts.fixture.unsigned(made.payer(), made.encoded().toJavaArray(Instruction[]::new))),
                        Array.empty(),
                        new Retry.Unnamed())
                .fold(
                        refusal -> refusal.each()
                                .flatMap(one ->
                                        one instanceof SubmissionRefusal.Reviewed(var finding) ? Array.of(finding) : Array.<ReviewFinding>empty())
                                .toSet(),
                        taken -> HashSet.empty());
    }
}
