package dev.mandate.engine;


import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Step.Kind;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;

/** A fixture for requests that do not fit one transaction of 1,232 bytes. */
abstract class SplitRequestFixture {

    /** The simulated chain makes a block of each transaction, so blockhashes live long. */
    final EngineFixture fixture = new EngineFixture(new NetworkParameters(5_000, 2 * 3_480, 2_000, 400));
    final Address ann = fixture.person("ann");
    final Address bob = fixture.person("bob");
    final Address cem = fixture.person("cem");
    final Address payer = fixture.person("payer");
    final Address shop = fixture.person("shop");
    final Address collector = fixture.key("collector");
    final Address account = fixture.account(NewAccount.of(2, ann, bob, cem));

    BuildRequest prepare(Address held, Bytes transaction, Address... signers) {
        return prepare(held, transaction, Array.of(signers));
    }

    BuildRequest prepare(Address held, Bytes transaction, Array<Address> signers) {
        return new BuildRequest.Prepare(held, transaction, signers, BuildOptions.DEFAULT.paidBy(payer));
    }

    static Array<Kind> kinds(TransactionPlan built) {
        return built.steps().map(Step::kind);
    }

    Array<Address> people(int number) {
        return Array.rangeClosed(1, number).map(i -> fixture.person("voter " + i));
    }

    /** A memo that makes the instructions so many bytes long. */
    static Bytes memo(Address held, int bytes) {
        return ClientTransactions.transaction(
                held,
                new Instruction(MemoProgram.ID, Array.of(AccountMeta.signer(held)), Bytes.of(new byte[bytes - 5])));
    }

    /** A transfer that names {@code extra} accounts more, of which it makes no use. */
    Instruction wideTransfer(Address held, int extra) {
        Instruction transfer = SystemProgram.transfer(held, shop, BaseUnits.of(EngineFixture.SOL));
        return new Instruction(
                transfer.program(),
                Array.ofAll(transfer.accounts())
                        .appendAll(extras(extra).map(AccountMeta::readonly)),
                transfer.data());
    }

    Array<Address> extras(int number) {
        return Array.rangeClosed(1, number).map(i -> fixture.key("bystander " + i));
    }

    Bytes wide(Address held, int extra) {
        return ClientTransactions.transaction(held, wideTransfer(held, extra));
    }

    Bytes wideThroughItsOwnTable(Address held, int extra) {
        LookupTable table =
                fixture.ledger.table(fixture.key("table"), extras(extra).toJavaArray(Address[]::new));
        return ClientTransactions.transaction(held, table, wideTransfer(held, extra));
    }


    BuildRequest propose(Address held, Bytes transaction, Address proposer) {
        return new BuildRequest.Propose(
                held, new Proposable.Transaction(transaction), proposer, BuildOptions.DEFAULT.paidBy(payer));
    }
}
