package dev.mandate.testsupport.toy;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.runtime.Invocation;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.simulator.runtime.Program;
import dev.mandate.simulator.runtime.ProgramAbort;
import dev.mandate.simulator.runtime.RunningAccount;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Set;

/** The program on the simulated chain. */
public final class SimulatedToyProgram implements Program {

    private static final ToyRules RULES = new ToyRules();
    private static final int SETTINGS = 0;
    private static final int CONTENT = 1;
    private static final int PROPOSAL = 2;
    private static final int ACTOR = 3;
    private static final int PAYER = 4;

    /** A simulated chain that has this program beside its own. */
    public static SimulatedChain chain(UnixTime start) {
        SimulatedChain chain = new SimulatedChain(start, NetworkParameters.DEFAULT, Array.of(new SimulatedToyProgram()));
        chain.put(
                ToyAddresses.CREATION_TERMS, new AccountData(BaseUnits.of(1_000_000_000), ToyAddresses.PROGRAM, Bytes.of((byte) 1), false));
        return chain;
    }

    @Override
    public Address address() {
        return ToyAddresses.PROGRAM;
    }

    @Override
    public int usualComputeUnits() {
        return 5_000;
    }

    @Override
    public void run(Invocation invocation) {
        ToyCall call = ToyCall.read(instruction(invocation)).getOrElseThrow(() -> ProgramAbort.named("InvalidInstructionData"));
        if (!invocation.account(ACTOR).isSigner() || !invocation.account(PAYER).isSigner()) {
            throw ProgramAbort.named("MissingRequiredSignature");
        }
        Option<SmartAccount> before = stored(invocation, SETTINGS)
                .flatMap(ToyAccounts::settings)
                .map(SmartAccount::of)
                .map(account -> transaction(invocation, call.index()).map(account::with).getOrElse(account));
        SmartAccount after = RULES.decide(before, call.command(), invocation.now().time())
                .map(events -> RULES.fold(before, events).get())
                .getOrElseThrow(refusal -> {
                    invocation.log("refused: " + refusal);
                    return ProgramAbort.custom(ToyProgram.REFUSED);
                });
        write(invocation, SETTINGS, ToyAccounts.of(after.settings()));
        after.transactions().get(call.index()).forEach(transaction -> write(invocation, call, transaction));
        if (call.action() instanceof ToyCall.Action.Execute) {
            after.transactions().get(call.index()).flatMap(ManagedTransaction::content).forEach(content -> execute(invocation, call, content));
        }
    }

    private static Instruction instruction(Invocation invocation) {
        Array<AccountMeta> accounts = Array.range(0, invocation.accountCount())
                .map(invocation::account)
                .map(account -> new AccountMeta(account.address(), account.isSigner(), account.isWritable()));
        return new Instruction(invocation.program(), accounts, invocation.data());
    }

    private static Option<Bytes> stored(Invocation invocation, int position) {
        RunningAccount account = invocation.account(position);
        return Option.when(account.owner().equals(ToyAddresses.PROGRAM), account::data);
    }

    private static Option<ManagedTransaction> transaction(Invocation invocation, long index) {
        Option<TransactionContent> content = stored(invocation, CONTENT).flatMap(ToyAccounts::content).map(ToyAccounts.Content::content);
        Option<Proposal> proposal = stored(invocation, PROPOSAL).flatMap(ToyAccounts::votes).map(ToyAccounts.Votes::proposal);
        return Option.when(content.isDefined() || proposal.isDefined(), () -> new ManagedTransaction(index, content, proposal));
    }

    private static void write(Invocation invocation, ToyCall call, ManagedTransaction transaction) {
        if (call.action() instanceof ToyCall.Action.RecordContent(var content, var memo)) {
            write(invocation, CONTENT, ToyAccounts.of(new ToyAccounts.Content(call.settings(), call.index(), call.by(), content)));
        }
        transaction.proposal().forEach(proposal ->
                write(invocation, PROPOSAL, ToyAccounts.of(new ToyAccounts.Votes(call.settings(), call.index(), proposal))));
    }

    /** Writes an account, which is made at the payer's cost if it is not there. */
    private static void write(Invocation invocation, int position, Bytes data) {
        RunningAccount account = invocation.account(position);
        if (!account.owner().equals(ToyAddresses.PROGRAM)) {
            invocation.invoke(
                    SystemProgram.createAccount(
                            invocation.account(PAYER).address(),
                            account.address(),
                            BaseUnits.of(invocation.exemptMinimum(data.length())),
                            data.length(),
                            ToyAddresses.PROGRAM),
                    Set.of(account.address()));
        }
        account.write(data);
    }

    private static void execute(Invocation invocation, ToyCall call, TransactionContent content) {
        Set<Address> vault = Set.of(ToyAddresses.vault(call.settings()));
        for (Instruction instruction : content.vaultInstructions()
                .flatMap(stored -> ToyContents.instructions(stored.message()))
                .getOrElse(Array.empty())) {
            invocation.invoke(instruction, vault);
        }
    }
}
