package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.LookupTableProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.TransactionMessage;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.CompiledInstruction;
import dev.mandate.solana.wire.TableLookup;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("svm")
class TwoTablesOnSvmTest extends EngineOnSvmFixture {

    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final Address other = TestKey.of("other").address();

    /** The first table gives a read-only key, the second a writable one, whose index is the smaller. */
    @Test
    void theReceiverShownIsTheReceiverPaid() {
        Custody custody = EngineFixture.engine(chain, new InMemoryJournal());
        Address vault = account(custody, 1, 1);
        AccountRef account = custody.account(vault).get().ref();
        Array<LookupTable> tables = Array.of(table("first table", shop), table("second table", other));
        TransactionMessage message = new TransactionMessage(
                1, 1, 0, Array.of(vault, SystemProgram.ID),
                Array.of(new CompiledInstruction(
                        1, Bytes.ofHex("0002"), SystemProgram.transfer(vault, other, BaseUnits.of(SOL)).data())),
                Array.of(
                        new TableLookup(tables.get(0).table(), Bytes.EMPTY, Bytes.ofHex("00")),
                        new TableLookup(tables.get(1).table(), Bytes.ofHex("00"), Bytes.EMPTY)));
        TransactionContent.VaultInstructions content = new TransactionContent.VaultInstructions(0, message.toArgument());
        Address shown = program.restore(content, tables).get().head().accounts().last().address();
        long before = lamports(shown);
        Address voter = voters.head().address();
        Message whole = new Message(
                MessageVersion.V0, payer.address(), chain.latestBlockhash().get().blockhash(),
                Array.of(
                        program.encode(account, new Operation.CreateTransaction(voter, payer.address(), 1, content, Option.none())),
                        program.encode(account, new Operation.CreateProposal(voter, payer.address(), 1)),
                        program.encode(account, new Operation.CastVote(voter, 1, Vote.APPROVE, Option.none())),
                        program.encode(account, new Operation.ExecuteInstructions(voter, 1, content, tables))),
                Array.empty());
        Bytes signed = KeyRing.of(voters.head(), payer).sign(new SolanaFormat().compile(whole).get().transaction());

        var submitted = custody.submit(vault, signed, Array.empty(), new Retry.Unnamed());

        assertTrue(submitted.isRight(), submitted::toString);
        assertEquals(before + SOL, lamports(shown));
    }

    private LookupTable table(String name, Address entry) {
        Address address = TestKey.of(name).address();
        // An active table with an authority that nobody has, and one entry.
        Bytes data = Bytes.ofHex("01000000" + "ff".repeat(8) + "00".repeat(8) + "00" + "00".repeat(33) + "0000"
                + Bytes.of(entry.toArray()).toHex());
        chain.put(address, new AccountData(BaseUnits.of(SOL), LookupTableProgram.ID, data, false));
        chain.fund(entry, BaseUnits.of(SOL));
        chain.advance(1);
        return new LookupTable(address, Array.of(entry));
    }
}
