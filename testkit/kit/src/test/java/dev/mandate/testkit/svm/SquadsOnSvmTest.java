package dev.mandate.testkit.svm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.squadsv4.SquadsAddresses;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProgramConfigAccount;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import dev.mandate.testsupport.svm.SvmSetup;
import io.vavr.collection.Array;
import io.vavr.collection.List;
import io.vavr.control.Option;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The deployed Squads v4 program runs on the rig and accepts the instructions of our encoders. */
@Tag("svm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SquadsOnSvmTest {

    private static final int ROUNDS = 500;

    private final SvmRig rig = RequiredSvm.rig(SvmSetup.squadsV4());
    private final SvmChain chain = rig.chain();
    private final TestKey payer = TestKey.of("payer");
    private final Array<TestKey> members = Array.of("alice", "bob", "carol").map(TestKey::of);
    private final TestKey createKey = TestKey.of("create");
    private final SettingsAddress multisig =
            new SettingsAddress(SquadsAddresses.V4.multisig(createKey.address()).address());

    @BeforeEach
    void startOver() {
        rig.reset(new UnixTime(1_760_000_000));
        chain.fund(payer.address(), BaseUnits.of(1_000_000_000_000L));
        members.forEach(member -> chain.fund(member.address(), BaseUnits.of(1_000_000_000)));
    }

    @AfterAll
    void close() {
        rig.close();
    }

    @Test
    void createsAnAccountWhoseSettingsReadBackAsGiven() {
        LedgerProbe.Step step = step(create(2), createKey);
        assertInstanceOf(SendOutcome.Accepted.class, step.outcome());
        MultisigAccount stored = stored(step);
        assertEquals(2, stored.threshold());
        assertEquals(
                members.map(TestKey::address).sorted().toList(),
                stored.members().map(Signer::address).toList());
        assertEquals(MultisigAccount.size(3), step.after().owned().get(multisig.address()).get().data().length());
    }

    @Test
    void refusesAThresholdAboveTheNumberOfVotersWithTheProgramsOwnCode() {
        SendOutcome.Refused refused = (SendOutcome.Refused) step(create(4), createKey).outcome();
        assertEquals(
                new TransactionFailure.InstructionFailed(
                        0, new InstructionFailure.Custom(ProgramError.INVALID_THRESHOLD.code())),
                refused.failure());
        assertTrue(refused.logs().exists(line -> line.contains("InvalidThreshold")));
    }

    /** Far more than 150 blocks, the lifetime of a blockhash. */
    @Test
    void playsHundredsOfProposalsAndApprovals() {
        assertInstanceOf(SendOutcome.Accepted.class, step(create(2), createKey).outcome());
        TestKey alice = members.get(0);
        List<ConfigAction> sameThreshold = List.of(
                new ConfigAction.Governance(new SettingsAction.ChangeThreshold(new Threshold(2))));
        long accepted = 0;
        for (int index = 1; index <= ROUNDS; index++) {
            Address transaction = SquadsAddresses.V4.transaction(multisig, index).address();
            Address proposal = SquadsAddresses.V4.proposal(multisig, index).address();
            accepted += landed(alice, new ConfigTransactionCreate(
                    multisig, transaction, alice.address(), payer.address(), sameThreshold, Option.none()));
            accepted += landed(alice, new ProposalCreate(
                    multisig, proposal, alice.address(), payer.address(), index, false));
            for (TestKey member : members.take(2)) {
                accepted += landed(member, new ProposalVote(ProposalVote.Kind.APPROVE, multisig, member.address(), proposal, Option.none()));
            }
        }
        assertEquals(4 * ROUNDS, accepted);
    }

    private SquadsInstruction create(int threshold) {
        ProgramConfigAccount config = ProgramConfigAccount.decode(
                        chain.accounts(AccountQuery.ofAnyOwner(List.of(SquadsAddresses.V4.programConfig().address())))
                                .get().owned().head()._2().data())
                .get();
        return new MultisigCreateV2(
                SquadsAddresses.V4.programConfig().address(),
                config.treasury(),
                multisig,
                createKey.address(),
                payer.address(),
                Option.none(),
                threshold,
                members.map(member -> new Signer(member.address(), Permissions.ALL)),
                0,
                Option.none(),
                Option.none());
    }

    private int landed(TestKey signer, SquadsInstruction instruction) {
        SendOutcome outcome = step(instruction, signer).outcome();
        assertInstanceOf(SendOutcome.Accepted.class, outcome, outcome::toString);
        return 1;
    }

    private LedgerProbe.Step step(SquadsInstruction instruction, TestKey signer) {
        Blockhash blockhash = chain.latestBlockhash().get().blockhash();
        Message message = new Message(
                MessageVersion.LEGACY,
                payer.address(),
                blockhash,
                List.of(InstructionCodec.V4.encode(instruction)),
                List.empty());
        Bytes transaction = TestTransactions.signed(message, List.of(payer, signer));
        return chain.sendAndRead(transaction, List.of(multisig.address())).get();
    }

    private MultisigAccount stored(LedgerProbe.Step step) {
        return MultisigAccount.decode(step.after().owned().get(multisig.address()).get().data()).get();
    }
}
