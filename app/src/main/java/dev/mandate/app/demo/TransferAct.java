package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.ProposalRefusal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.Operation;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.ProgramError;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Real money: prepared, signed by two, locked, cancelled, executed. */
record TransferAct(
        Stage stage, Address account, Address alice, Address bob, Address carol, Address mallory, Address erin) {

    void atOnce() {
        stage.narrator().step("They send 2 SOL: proposed, approved twice and executed in one transaction");
        stage.refuses("Bob and Mallory sign", prepare(2 * Demo.SOL, bob, mallory), signersInsufficient());
        stage.refuses("Bob alone signs", prepare(2 * Demo.SOL, bob), signersInsufficient());
        stage.refuses(
                "instructions of 1,050 bytes or more",
                prepare(stage.draft(account, longTransfer()), bob, carol),
                BuildRefusal.InstructionsTooLong.class::isInstance);
        stage.refuses(
                "a transfer of Bob's own money, in which the account signs nowhere",
                prepare(stage.draft(bob, transfer(bob, Demo.SOL)), bob, carol),
                BuildRefusal.AccountDoesNotSign.class::isInstance);
        stage.custody().build(prepare(2 * Demo.SOL, bob, carol)).forEach(this::attack);
        stage.lands(
                "2 SOL to Erin, signed by Bob and Carol",
                prepare(2 * Demo.SOL, bob, carol),
                built -> stage.networkRefuses(
                        "the very same bytes once more", stage.signed(built), preflight("AlreadyProcessed")));
        stage.holds("reads", "Erin holds 3.4 SOL", stage.balance(erin).equals(BaseUnits.of(3_400_000_000L)));
    }

    private void attack(BuiltTransaction built) {
        Vector<Address> all = built.unsigned().signers();
        stage.networkRefuses(
                "sent with one signature missing",
                stage.signedBy(all.dropRight(1), built),
                SubmitRefusal.SignaturesMissing.class::isInstance);
        stage.networkRefuses("sent with a forged signature", forged(built), preflight("SignatureFailure"));
    }

    void cancelled() {
        stage.narrator().step("A transfer of 3 SOL is approved, and cancelled while the time lock runs");
        approve(3 * Demo.SOL, index -> {
            stage.refuses("Carol executes it right away", execute(index, carol), stays(ProposalRefusal.TimeLocked.class));
            pastTheEngine(index);
            stage.lands("Alice and Bob cancel it", votes(index, Vote.CANCEL, alice, bob));
            stage.pass(3_600);
            stage.refuses("Carol executes it after an hour", execute(index, carol), stays(ProposalRefusal.WrongState.class));
            stage.refuses("Bob approves it again", votes(index, Vote.APPROVE, bob), stays(ProposalRefusal.WrongState.class));
            BaseUnits before = stage.balance(alice);
            stage.lands(
                    "its rent goes back to Alice; Bob pays the fee",
                    new BuildRequest.Close(account, index, bob, BuildOptions.DEFAULT));
            stage.holds("reads", "Alice got the rent back", stage.balance(alice).compareTo(before) > 0);
        });
    }

    void executed() {
        stage.narrator().step("A transfer of 1 SOL is approved, waits for an hour, and is executed");
        approve(Demo.SOL, index -> {
            stage.pass(3_599);
            stage.refuses("Carol executes it a second too early", execute(index, carol), stays(ProposalRefusal.TimeLocked.class));
            stage.pass(1);
            stage.refuses("Mallory executes it", execute(index, mallory), signersInsufficient());
            stage.lands("Carol executes it", execute(index, carol));
            stage.refuses("Carol executes it twice", execute(index, carol), stays(ProposalRefusal.WrongState.class));
        });
        stage.holds("reads", "Erin holds 4.4 SOL", stage.balance(erin).equals(BaseUnits.of(4_400_000_000L)));
    }

    private void approve(long lamports, Consumer<Long> next) {
        stage.lands(
                "prepared and approved by Alice and Bob",
                prepare(lamports, alice, bob),
                built -> built.index().forEach(next));
    }

    /** Carol writes the instruction herself and leaves the engine out of it: the program holds the same rule. */
    private void pastTheEngine(long index) {
        stage.custody().transaction(account, index).toOption()
                .flatMap(view -> vaultInstructions(view.transaction()))
                .forEach(content -> stage.networkRefuses(
                        "Carol goes past the engine, straight to the chain",
                        stage.selfMade(carol, Vector.of(stage.program()
                                .encode(
                                        ref(), new Operation.ExecuteInstructions(carol, index, content, Vector.empty())))),
                        program(ProgramError.TIME_LOCK_NOT_RELEASED)));
    }

    private AccountRef ref() {
        return stage.custody().account(account).get().ref();
    }

    private static Option<TransactionContent.VaultInstructions> vaultInstructions(ManagedTransaction transaction) {
        return transaction.content().flatMap(content -> content instanceof TransactionContent.VaultInstructions vault
                ? Option.some(vault)
                : Option.none());
    }

    private BuildRequest prepare(long lamports, Address... signers) {
        return prepare(stage.draft(account, transfer(account, lamports)), signers);
    }

    private BuildRequest prepare(Bytes transaction, Address... signers) {
        return new BuildRequest.Prepare(account, transaction, Vector.of(signers), BuildOptions.DEFAULT);
    }

    private BuildRequest execute(long index, Address signer) {
        return new BuildRequest.Execute(account, index, Vector.of(signer), BuildOptions.DEFAULT);
    }

    private BuildRequest votes(long index, Vote vote, Address... voters) {
        return new BuildRequest.CastVotes(account, index, vote, Vector.of(voters), BuildOptions.DEFAULT);
    }

    private Vector<Instruction> transfer(Address from, long lamports) {
        return Vector.of(SystemProgram.transfer(from, erin, BaseUnits.of(lamports)));
    }

    /** 62 transfers to oneself, of 17 bytes each, are 1,054 bytes of instructions. */
    private Vector<Instruction> longTransfer() {
        return Vector.fill(62, () -> SystemProgram.transfer(account, account, BaseUnits.of(1)));
    }

    /** The last signature with one bit turned. */
    private Bytes forged(BuiltTransaction built) {
        WireTransaction signed = WireTransaction.parse(stage.signed(built)).get();
        Address victim = built.unsigned().signers().last();
        byte[] turned = signed.signatureOf(victim).get().bytes().toArray();
        turned[0] ^= 1;
        return signed.withSignature(victim, new Signature(Bytes.of(turned))).get().serialize();
    }

    private static Predicate<BuildRefusal> signersInsufficient() {
        return BuildRefusal.SignersInsufficient.class::isInstance;
    }

    private static Predicate<BuildRefusal> stays(Class<? extends ProposalRefusal> reason) {
        return Demo.stays(reason);
    }

    private static Predicate<SubmitRefusal> preflight(String name) {
        return refusal -> refusal instanceof SubmitRefusal.PreflightFailed(TransactionFailure.Named(String said), var logs)
                && said.equals(name);
    }

    private static Predicate<SubmitRefusal> program(ProgramError error) {
        return refusal -> refusal
                        instanceof
                        SubmitRefusal.PreflightFailed(
                                TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code)),
                                var logs)
                && code == error.code();
    }
}
