package dev.mandate.solana.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SpendRoute;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionExecute;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.ProposalCreate;
import dev.mandate.solana.squadsv4.instruction.ProposalVote;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.squadsv4.instruction.TransactionAccountsClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferClose;
import dev.mandate.solana.squadsv4.instruction.TransactionBufferCreate;
import dev.mandate.solana.squadsv4.instruction.VaultTransactionCreate;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class InstructionCallsTest {

    private static final Address VAULT = address(1);
    private static final Address SHOP = address(2);
    private static final Address MINT = address(3);
    private static final Address OWN = AssociatedTokenProgram.account(VAULT, MINT, TokenProgram.TOKEN).address();
    private static final SettingsAddress SETTINGS = new SettingsAddress(OWN);
    private static final Address SHOPS = AssociatedTokenProgram.account(SHOP, MINT, TokenProgram.TOKEN).address();
    private static final Address HOOK = address(6);

    private final InstructionCalls calls = new InstructionCalls(SquadsV4.PROGRAM);

    private static Address address(int number) {
        return Address.of(Bytes.ofHex(Integer.toString(number).repeat(64)).toArray());
    }

    @Test
    void lamportsAreReadDespiteTrailingBytes() {
        Instruction transfer = SystemProgram.transfer(VAULT, SHOP, BaseUnits.of(5));
        Instruction longer = new Instruction(
                transfer.program(), transfer.accounts(), Bytes.ofHex(transfer.data().toHex() + "00"));

        DecodedCall.Read read = read(longer);
        assertEquals("transfer", read.instruction());
        assertEquals(Option.some(BaseUnits.of(5)), read.amount());
        assertEquals(Array.of(Array.of(SHOP)), read.receivers());
        assertEquals(read, read(transfer));
    }

    @Test
    void everyAmountIsReadAsUnsigned() {
        for (BaseUnits amount : Array.of(BaseUnits.ZERO, BaseUnits.of(Long.MAX_VALUE), BaseUnits.ofUnsignedBits(Long.MIN_VALUE), BaseUnits.MAX)) {
            Instruction use = SquadsV4Program.PUBLIC.encode(
                    SquadsV4Program.PUBLIC.accountOf(SETTINGS),
                    new Operation.Spend(VAULT, HOOK, 0, SHOP, amount, new SpendRoute.Sol(), Option.none()));
            for (Instruction one : Array.of(
                    use,
                    SystemProgram.transfer(VAULT, SHOP, amount),
                    TokenProgram.TOKEN.transfer(OWN, SHOPS, VAULT, amount),
                    TokenProgram.TOKEN.transferChecked(OWN, MINT, SHOPS, VAULT, amount, 0))) {
                assertEquals(Option.some(amount), read(one).amount());
            }
        }
    }

    @Test
    void eachWayOutOfTheSystemProgramHasAReceiver() {
        for (String data : new String[] {
            "000000000500000000000000" + "00".repeat(40),
            "0300000000" + "00".repeat(31) + "0100000000000000" + "61" + "0500000000000000" + "00".repeat(40),
            "050000000500000000000000",
        }) {
            assertEquals(Array.of(Array.of(SHOP)), read(system(data, VAULT, SHOP)).receivers());
        }
        assertEquals(Array.of(Array.of(HOOK)), read(system("0b0000000500000000000000", VAULT, SHOP, HOOK)).receivers());
        String owner = Bytes.of(HOOK.toArray()).toHex();
        for (String data : new String[] {"01000000", "06000000", "07000000"}) {
            assertEquals(Array.of(Array.of(HOOK)), read(system(data + owner, VAULT)).receivers());
        }
        assertInstanceOf(DecodedCall.Unread.class, one(system("0a000000" + "00".repeat(80), VAULT, SHOP)));
        assertInstanceOf(DecodedCall.Unread.class, one(system("02000000", VAULT, SHOP)));
    }

    @Test
    void aTokenAccountHasItsOwnersNameToo() {
        for (Instruction transfer : Array.of(
                TokenProgram.TOKEN.transfer(OWN, SHOPS, VAULT, BaseUnits.of(5)),
                TokenProgram.TOKEN.transferChecked(OWN, MINT, SHOPS, VAULT, BaseUnits.of(5), 0))) {
            DecodedCall.Read read = read(transfer);
            assertEquals(Array.of(Array.of(SHOPS, SHOP)), read.receivers());
            assertEquals(MINT, read.token().get().mintAddress());
        }
        assertInstanceOf(
                DecodedCall.Unread.class, one(TokenProgram.TOKEN.transferChecked(OWN, MINT, HOOK, VAULT, BaseUnits.of(5), 0)));
    }

    @Test
    void lamportsThatGoToATokenAccountGoToItsOwner() {
        assertEquals(Array.of(Array.of(OWN, VAULT)), read(SystemProgram.transfer(VAULT, OWN, BaseUnits.of(5))).receivers());
    }

    @Test
    void theDelegateOfATokenAccountIsAReceiverToo() {
        TokenAccount delegated = new TokenAccount(
                MINT, SHOP, BaseUnits.of(0), Option.some(HOOK), TokenAccount.State.INITIALIZED, Option.none(), BaseUnits.of(9), Option.none(), Bytes.EMPTY);
        Instruction transfer = TokenProgram.TOKEN.transfer(OWN, SHOPS, VAULT, BaseUnits.of(5));

        assertEquals(
                Array.of(Array.of(SHOPS, SHOP), Array.of(HOOK)),
                ((DecodedCall.Read) calls.calls(transfer, Array.of(transfer), loaded(Bytes.EMPTY).put(SHOPS, data(delegated.encode())))
                                .single())
                        .receivers());
    }

    @Test
    void aTokenAccountThatOthersMayCloseOrReplaceDoesNotStandForItsOwner() {
        Address trap = address(7);
        for (Option<Address> closer : Array.of(Option.some(HOOK), Option.<Address>none())) {
            TokenAccount account = new TokenAccount(
                    MINT, SHOP, BaseUnits.of(0), Option.none(), TokenAccount.State.INITIALIZED, Option.none(), BaseUnits.of(0), closer, Bytes.EMPTY);
            for (Instruction payment : Array.of(
                    SystemProgram.transfer(VAULT, trap, BaseUnits.of(5)), TokenProgram.TOKEN.transfer(OWN, trap, VAULT, BaseUnits.of(5)))) {
                DecodedCall.Read read = (DecodedCall.Read) calls.calls(
                                payment, Array.of(payment), loaded(Bytes.EMPTY).put(trap, data(account.encode())))
                        .single();
                assertEquals(Array.of(Array.of(trap)).appendAll(closer.map(Array::of)), read.receivers());
                assertEquals(Array.of(Array.of(trap), Array.of(SHOP)), read.accounts().get("destination").get());
            }
        }
    }

    @Test
    void aTokenAccountThatIsCreatedWithItIsKnown() {
        Instruction creation = AssociatedTokenProgram.create(VAULT, HOOK, MINT, TokenProgram.TOKEN);
        Address created = AssociatedTokenProgram.account(HOOK, MINT, TokenProgram.TOKEN).address();
        Instruction transfer = TokenProgram.TOKEN.transfer(OWN, created, VAULT, BaseUnits.of(5));

        Array<DecodedCall> read = calls.calls(transfer, Array.of(creation, transfer), loaded(Bytes.EMPTY));
        assertEquals(Array.of(Array.of(created, HOOK)), ((DecodedCall.Read) read.single()).receivers());
    }

    @Test
    void holdersOfARightOverTokensAreReceivers() {
        assertEquals(Array.of(Array.of(SHOP)), read(token("04ffffffffffffffff", OWN, SHOP, VAULT)).receivers());
        assertEquals(Array.of(Array.of(SHOP)), read(token("0dffffffffffffffff00", OWN, MINT, SHOP, VAULT)).receivers());
        assertEquals(
                Array.of(Array.of(SHOP)), read(token("060201" + Bytes.of(SHOP.toArray()).toHex(), OWN, VAULT)).receivers());
        assertEquals(Array.of(Array.of(SHOP)), read(token("09", OWN, SHOP, VAULT)).receivers());
        assertEquals(Array.empty(), read(token("060200", OWN, VAULT)).receivers());
    }

    @Test
    void aBatchIsReadPieceByPieceOrNotAtAll() {
        Instruction batch = token("ff" + "0309" + "030500000000000000" + "0301" + "09", OWN, SHOPS, VAULT, OWN, HOOK, VAULT);

        assertEquals(
                Array.of("transfer", "close_account"),
                all(batch).map(call -> ((DecodedCall.Read) call).instruction()));
        assertTrue(all(token("ff" + "0309" + "0305", OWN, SHOPS, VAULT)).last() instanceof DecodedCall.Unread);
        assertTrue(all(token("ff" + "0901" + "09", OWN, SHOPS, VAULT)).last() instanceof DecodedCall.Unread);
    }

    @Test
    void aTransferHookIsACallOfItsProgram() {
        Instruction transfer = TokenProgram.TOKEN_2022.transferChecked(OWN, MINT, SHOPS, VAULT, BaseUnits.of(5), 0);
        String hook = "0e004000" + "00".repeat(32);
        Instruction more = new Instruction(
                transfer.program(), transfer.accounts().append(AccountMeta.readonly(HOOK)), transfer.data());

        Bytes hooked = Bytes.ofHex(hook + Bytes.of(HOOK.toArray()).toHex());
        assertEquals(
                Array.of(TokenProgram.TOKEN_2022.id(), HOOK),
                calls.calls(transfer, Array.of(transfer), loaded(hooked)).map(DecodedCall::program));
        assertEquals(1, calls.calls(transfer, Array.of(transfer), loaded(Bytes.EMPTY)).length());
        // The authority of a mint may set a hook later; without further accounts it could not run.
        assertTrue(calls.calls(more, Array.of(more), loaded(Bytes.ofHex(hook + "00".repeat(32)))).last() instanceof DecodedCall.Unread);
    }

    @Test
    void rentReceiversAreNamedByTheCallOrUnknown() {
        Array<Address> anybody = Array.empty();
        VaultTransactionCreate create = new VaultTransactionCreate(SETTINGS, HOOK, VAULT, VAULT, 0, 0, Bytes.EMPTY, Option.none());

        assertEquals(Array.of(Array.of(SHOP)), rent(new TransactionBufferCreate(SETTINGS, HOOK, SHOP, VAULT, 0, 0, Bytes32.ZERO, 0, Bytes.EMPTY)));
        assertEquals(Array.of(Array.of(SHOP)), rent(new TransactionBufferClose(SETTINGS, HOOK, SHOP)));
        assertEquals(Array.of(Array.of(SHOP)), rent(new MultisigRemoveSpendingLimit(SETTINGS, VAULT, HOOK, SHOP, Option.none())));
        assertEquals(Array.of(Array.of(SHOP)), rent(new TransactionAccountsClose(TransactionAccountsClose.Kind.VAULT, SETTINGS, HOOK, MINT, SHOP)));
        assertEquals(Array.of(anybody), rent(create));
        assertEquals(Array.of(anybody), rent(new ProposalCreate(SETTINGS, HOOK, VAULT, VAULT, 1, false)));
        assertEquals(Array.of(anybody), rent(new ConfigTransactionExecute(SETTINGS, VAULT, HOOK, MINT, Option.some(VAULT), true, Array.empty())));
        assertEquals(Array.empty(), rent(new ConfigTransactionExecute(SETTINGS, VAULT, HOOK, MINT, Option.none(), false, Array.empty())));
        assertEquals(Array.of(anybody), rent(new ProposalVote(ProposalVote.Kind.CANCEL_V2, SETTINGS, VAULT, HOOK, Option.none())));
        assertEquals(Array.empty(), rent(new ProposalVote(ProposalVote.Kind.APPROVE, SETTINGS, VAULT, HOOK, Option.none())));
    }

    private Array<Array<Address>> rent(SquadsInstruction instruction) {
        return read(new InstructionCodec(SquadsV4.PROGRAM).encode(instruction)).rent();
    }

    @Test
    void everyNameThatACallMayHaveIsListed() {
        for (Instruction one : Array.of(
                SystemProgram.transfer(VAULT, SHOP, BaseUnits.of(5)),
                TokenProgram.TOKEN.transfer(OWN, SHOPS, VAULT, BaseUnits.of(5)),
                token("04ffffffffffffffff", OWN, SHOP, VAULT),
                AssociatedTokenProgram.create(VAULT, HOOK, MINT, TokenProgram.TOKEN))) {
            DecodedCall.Read read = read(one);
            assertTrue(calls.instructions(one.program()).get().contains(read.instruction()));
            assertTrue(calls.roles().containsAll(read.accounts().keySet()), read::toString);
        }
        assertEquals(Option.none(), calls.instructions(HOOK));
        assertInstanceOf(DecodedCall.Unread.class, one(new Instruction(HOOK, Array.empty(), Bytes.EMPTY)));
    }

    private static Instruction system(String data, Address... accounts) {
        return new Instruction(SystemProgram.ID, Array.of(accounts).map(AccountMeta::writable), Bytes.ofHex(data));
    }

    private static Instruction token(String data, Address... accounts) {
        return new Instruction(TokenProgram.TOKEN.id(), Array.of(accounts).map(AccountMeta::writable), Bytes.ofHex(data));
    }

    private Array<DecodedCall> all(Instruction instruction) {
        return calls.calls(instruction, Array.of(instruction), loaded(Bytes.EMPTY));
    }

    private DecodedCall one(Instruction instruction) {
        return all(instruction).single();
    }

    private DecodedCall.Read read(Instruction instruction) {
        return (DecodedCall.Read) one(instruction);
    }

    private static Map<Address, AccountData> loaded(Bytes extensions) {
        return HashMap.of(
                OWN, data(TokenAccount.of(MINT, VAULT, BaseUnits.of(10)).encode()),
                SHOPS, data(TokenAccount.of(MINT, SHOP, BaseUnits.of(0)).encode()),
                MINT,
                        data(new MintAccount(Option.none(), BaseUnits.of(10), 0, Option.none(), extensions).encode()));
    }

    private static AccountData data(Bytes content) {
        return new AccountData(BaseUnits.of(1), TokenProgram.TOKEN.id(), content, false);
    }
}
