package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BuildCreateAccountTest {

    private final EngineFixture fixture = new EngineFixture();
    private final Address ann = fixture.person("ann");
    private final Address bob = fixture.person("bob");
    private final Address payer = fixture.person("payer");
    private final Address createKey = fixture.key("new account");

    @Test
    void theAccountEqualsTheRequestedTerms() {
        Signer proposer = new Signer(ann, Permissions.of(Permission.CAN_INITIATE, Permission.CAN_EXECUTE));
        Signer voter = new Signer(bob, Permissions.of(Permission.CAN_VOTE));
        NewAccount founding =
                NewAccount.of(1, proposer, voter).lockedFor(60).administeredBy(payer).collectingRentFor(bob);

        Address account = address(fixture.landed(create(founding)));

        var settings = fixture.settings(account);
        assertEquals(Array.of(proposer, voter).sortBy(Signer::address), settings.roster().signers());
        assertEquals(new Threshold(1), settings.roster().threshold());
        assertEquals(new TimeLock(60), settings.timeLock());
        assertEquals(new AdminControl.HeldBy(payer), settings.admin());
        assertEquals(Option.some(bob), settings.rentCollector());
    }

    @Test
    void onlyPayerAndCreateKeySign() {
        TransactionPlan built = fixture.landed(create(NewAccount.of(2, ann, bob)));

        assertEquals(Array.of(payer, createKey), built.single().unsigned().signers());
        assertEquals(new Phase.Complete(), built.phase());
        assertEquals(Option.none(), built.index());
    }

    @Test
    void everyProblemIsReportedAtOnce() {
        Signer observer = new Signer(ann, Permissions.NONE);
        Signer stranger = new Signer(bob, new Permissions(8));

        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.BadAccount(Array.of(
                        new SettingsProblem.DuplicateSigner(ann),
                        new SettingsProblem.UnknownPermission(bob, new Permissions(8)),
                        new SettingsProblem.NoProposer(),
                        new SettingsProblem.NoExecutor(),
                        new SettingsProblem.NoVoter(),
                        new SettingsProblem.ThresholdExceedsVoters(new Threshold(3), 0),
                        new SettingsProblem.TimeLockTooLong(
                                new TimeLock(TimeLock.MAX_SECONDS + 1), TimeLock.MAX_SECONDS)))),
                fixture.refusal(create(
                        NewAccount.of(3, observer, observer, stranger).lockedFor(TimeLock.MAX_SECONDS + 1))));
    }

    @Test
    void anAccountThatIsThereIsNotMadeAgain() {
        BuildRequest create = create(NewAccount.of(1, ann));
        TransactionPlan built = fixture.landed(create);

        assertEquals(new BuildRefusal.AccountExists(built.account().address()), fixture.refusal(create));
        assertEquals(1, fixture.settings(address(built)).roster().signers().length());
    }

    @Test
    void lamportsSentAheadDoNotPreventCreation() {
        AccountRef ref = SquadsV4Program.PUBLIC.locate(createKey);
        fixture.ledger.fund(ref.settings().address(), 1_000_000);

        TransactionPlan built = fixture.builds(create(NewAccount.of(1, ann)));

        assertEquals(ref, built.account());
        assertEquals(new BuildRefusal.NotOnChain(ref.settings().address()), fixture.custody.account(ref.address()).getLeft());
    }

    @Test
    void aRefusedAccountIsNotKnownAfterwards() {
        assertEquals(
                new BuildRefusal.Forbidden(new Refusal.BadAccount(Array.of(new SettingsProblem.ThresholdZero()))),
                fixture.refusal(create(NewAccount.of(0, ann))));

        Address account = SquadsV4Program.PUBLIC.locate(createKey).address();
        assertEquals(new BuildRefusal.UnknownAccount(account), fixture.custody.account(account).getLeft());
    }

    @Test
    void anAccountThatWasBuiltAndNotSentIsKnownAndNotOnTheChain() {
        AccountRef ref = fixture.builds(create(NewAccount.of(1, ann))).account();

        assertEquals(new BuildRefusal.NotOnChain(ref.settings().address()), fixture.custody.account(ref.address()).getLeft());
    }

    @Nested
    class Fee {

        @Test
        void hasTwoSignaturesAndTheRentOfTheSettings() {
            TransactionPlan built = fixture.landed(create(NewAccount.of(2, ann, bob)));

            FeeQuote fee = built.single().fee();
            assertEquals(payer, fee.payer());
            assertEquals(BaseUnits.of(2 * EngineFixture.SIGNATURE_FEE), fee.signatures());
            assertEquals(BaseUnits.ZERO, fee.priority());
            assertEquals(BaseUnits.ZERO, fee.program());
            assertEquals(
                    Array.of(new FeeQuote.Rent(
                            NewStorage.Kind.SETTINGS,
                            built.account().settings().address(),
                            BaseUnits.of(fixture.ledger.lamports(built.account().settings().address())),
                            payer,
                            Option.none())),
                    fee.rents());
        }

        @Test
        void hasThePriorityThatTheBudgetPays() {
            BuildOptions options =
                    BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(100_000, BaseUnits.of(25_000)));

            FeeQuote fee = fixture.landed(create(NewAccount.of(1, ann), options)).single().fee();

            assertEquals(BaseUnits.of(2_500), fee.priority());
            assertEquals(BaseUnits.of(2 * EngineFixture.SIGNATURE_FEE), fee.signatures());
        }

        @Test
        void includesTheCreationFeeOfTheProgramsTermsOnChain() {
            Address treasury = fixture.person("treasury");
            Address terms = SquadsV4Program.PUBLIC.creationTermsAddress();
            AccountData stored = fixture.ledger.account(terms).get();
            fixture.chain()
                    .put(
                            terms,
                            new AccountData(
                                    stored.lamports(),
                                    stored.owner(),
                                    ProgramConfigAccount.of(bob, BaseUnits.of(7_000_000), treasury).content(),
                                    false));
            long before = fixture.ledger.lamports(treasury);

            FeeQuote fee = fixture.landed(create(NewAccount.of(1, ann))).single().fee();

            assertEquals(BaseUnits.of(7_000_000), fee.program());
            assertEquals(7_000_000, fixture.ledger.lamports(treasury) - before);
        }

        @Test
        void isPaidWithTheRentByTheRequestedPayer() {
            Address sponsor = fixture.person("sponsor");

            TransactionPlan built = fixture.landed(create(NewAccount.of(1, ann), BuildOptions.DEFAULT.paidBy(sponsor)));

            assertEquals(Array.of(sponsor, createKey), built.single().unsigned().signers());
            assertEquals(sponsor, built.single().fee().payer());
        }

        @Test
        void isNotPaidByASmartAccount() {
            Address account = fixture.account(NewAccount.of(1, ann));

            assertEquals(
                    new BuildRefusal.PayerCannotSign(account),
                    fixture.refusal(create(NewAccount.of(1, ann), BuildOptions.DEFAULT.paidBy(account))));
        }
    }

    @Test
    void aMemoTravelsWithIt() {
        Memo memo = new Memo("treasury of the choir");
        int without = fixture.builds(create(NewAccount.of(1, ann))).single().unsigned().transaction().length();

        TransactionPlan built = fixture.landed(create(NewAccount.of(1, ann), BuildOptions.DEFAULT.withMemo(memo)));

        assertEquals(without + 4 + 21, built.single().unsigned().transaction().length());
    }

    private BuildRequest create(NewAccount founding) {
        return create(founding, BuildOptions.DEFAULT);
    }

    private BuildRequest create(NewAccount founding, BuildOptions options) {
        return new BuildRequest.CreateAccount(createKey, payer, founding.terms(), options);
    }

    private static Address address(TransactionPlan built) {
        return built.account().address();
    }
}
