package dev.mandate.solana.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.Meaning;
import dev.mandate.domain.explain.SignatureNeeds;
import dev.mandate.domain.explain.SignatureNeeds.Validity;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.Vectors;
import dev.mandate.solana.bytes.ByteWriter;
import dev.mandate.solana.format.InstructionCalls;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.TokenAccount;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Each row of each table, by an example of its bytes. */
class InstructionTablesTest {

    /** Rewrite it: {@code ./mvnw -pl solana -am test -Dtest=InstructionTablesTest -Dmandate.rewrite=true -Dsurefire.failIfNoSpecifiedTests=false}. */
    private static final Path SENTENCES = Path.of("src/test/resources/dev/mandate/solana/decode/sentences.txt");

    private static final InstructionTables TABLES = new InstructionTables(SquadsV4.PROGRAM);
    private static final Address SOMEBODY = Address.of("9tdKgLrafWfi6PSiMg3H9fzegYRBbj6MDj6HApyiajsU");

    private static final Array<Tuple2<Address, ProgramLayout>> LAYOUTS = Array.of(
            Tuple.of(SystemProgram.ID, SystemTable.TABLE),
            Tuple.of(TokenProgram.TOKEN.id(), TokenTable.TABLE),
            Tuple.of(TokenProgram.TOKEN_2022.id(), Token2022Table.TABLE),
            Tuple.of(Address.of("ComputeBudget111111111111111111111111111111"), ComputeBudgetTable.TABLE),
            Tuple.of(Address.of("Stake11111111111111111111111111111111111111"), StakeTable.TABLE),
            Tuple.of(Address.of("Vote111111111111111111111111111111111111111"), VoteTable.TABLE),
            Tuple.of(Address.of("BPFLoaderUpgradeab1e11111111111111111111111"), UpgradeableLoaderTable.TABLE),
            Tuple.of(Address.of("LoaderV411111111111111111111111111111111111"), Loader4Table.TABLE),
            Tuple.of(Address.of("AddressLookupTab1e1111111111111111111111111"), LookupTableTable.TABLE),
            Tuple.of(SquadsV4.PROGRAM, BatchTable.TABLE));

    private static Decoded decoded(Instruction instruction) {
        return assertInstanceOf(Decoded.class, only(instruction), () -> instruction.toString());
    }

    private static DescribedInstruction only(Instruction instruction) {
        return TABLES.decode(instruction, Array.of(instruction), HashMap.empty()).single();
    }

    @Test
    void eachInstructionIsSaidInOneSentence() throws IOException {
        String said = examples().map(InstructionTablesTest::line).mkString("", "\n", "\n");
        if (Boolean.getBoolean("mandate.rewrite")) {
            Files.writeString(SENTENCES, said);
        }

        assertEquals(Files.readString(SENTENCES), said);
    }

    @Test
    void eachRowNamesAllItsAccountsAndArguments() {
        for (Tuple2<Address, ProgramLayout> table : LAYOUTS) {
            table._2.layouts().forEach((number, layout) -> {
                Decoded decoded = decoded(example(table._1, table._2, number, layout));

                assertEquals(
                        layout.accounts().map(InstructionLayout.Role::name).appendAll(layout.arguments().map(InstructionLayout.Argument::name)),
                        decoded.fields().map(Field::name),
                        layout::name);
            });
        }
    }

    /** The example of an instruction without a holder before or after has none by its rule, not for a name that is misspelt. */
    @Test
    void eachRuleOfRightsIsAboutFieldsOfAnInstruction() {
        Array<Tuple2<InstructionLayout, Decoded>> all = LAYOUTS.flatMap(table -> table._2.layouts()
                .toArray()
                .map(row -> Tuple.of(row._2, decoded(example(table._1, table._2, row._1, row._2)))));
        for (RightRules.RightRule rule : RightRules.RULES) {
            Array<InstructionLayout> named = all.filter(one -> rule.isAbout(one._2)).map(Tuple2::_1);
            Array<String> fields = named.flatMap(layout -> layout.accounts().map(InstructionLayout.Role::name))
                    .appendAll(named.flatMap(layout -> layout.arguments().map(InstructionLayout.Argument::name)));
            assertTrue(
                    Array.of(rule.account(), rule.rightField().getOrElse(""), rule.before(), rule.after())
                            .removeAll(Array.of("-", "?", "system", ""))
                            .forAll(fields::contains),
                    rule::toString);
        }
    }

    /** Filters have a reader of their own: it takes fewer accounts, and knows for whom a token account stands. Both have to see the same. */
    @Test
    void filtersReadNamesAccountsAndAmountsAsExplanationsDo() {
        InstructionCalls filters = new InstructionCalls(SquadsV4.PROGRAM);
        Set<Tuple2<Address, String>> compared = HashSet.empty();
        for (Instruction instruction : examples()) {
            for (DecodedCall call : filters.calls(instruction, Array.of(instruction), tokenAccounts(instruction))) {
                if (call instanceof DecodedCall.Read read && only(instruction) instanceof Decoded decoded && !isBookkeeping(decoded)) {
                    assertEquals(decoded.instruction(), read.instruction());
                    read.accounts().filterKeys(role -> isSpelledOut(decoded, role)).forEach((role, names) -> assertEquals(
                            decoded.value(role), Option.some(new FieldValue.Key(names.head().head())), () -> decoded.instruction() + " " + role));
                    read.amount().filter(amount -> isSpelledOut(decoded, "amount")).forEach(amount -> assertTrue(
                            decoded.fields().exists(field -> isAmount(field.value(), amount)), () -> decoded.instruction() + " " + amount));
                    compared = compared.add(Tuple.of(read.program(), read.instruction()));
                }
            }
        }

        for (Address program : Array.of(SystemProgram.ID, TokenProgram.TOKEN_2022.id(), AssociatedTokenProgram.ID, SquadsV4.PROGRAM)) {
            assertEquals(
                    filters.instructions(program).get(),
                    compared.filter(one -> one._1.equals(program)).map(Tuple2::_2),
                    () -> "all that filters know of " + program);
        }
    }

    /** The mint of a plain transfer is that of its accounts. Both read Squads v4 by the same records. */
    private static boolean isSpelledOut(Decoded decoded, String role) {
        return !decoded.program().equals(SquadsV4.PROGRAM) && !(decoded.instruction().equals("transfer") && role.equals("mint"));
    }

    private static boolean isBookkeeping(Decoded decoded) {
        return decoded.kind() == DescribedInstruction.Kind.BOOKKEEPING;
    }

    private static boolean isAmount(FieldValue value, BaseUnits amount) {
        return switch (value) {
            case FieldValue.Lamports lamports -> lamports.amount().equals(amount);
            case FieldValue.TokenUnits tokens -> tokens.amount().equals(amount);
            default -> false;
        };
    }

    /** Each account as a token account, which filters have to know. */
    private static Map<Address, AccountData> tokenAccounts(Instruction instruction) {
        Bytes data = TokenAccount.of(address(9), SOMEBODY, BaseUnits.of(1)).encode();
        return TokenProgram.at(instruction.program()).isEmpty()
                ? HashMap.empty()
                : instruction.accounts().toMap(
                        AccountMeta::address, meta -> new AccountData(BaseUnits.of(1), instruction.program(), data, false));
    }

    /** Whatever an instruction says is part of its meaning, and so is what its program ignores. */
    @Test
    void anotherByteOrAnotherAccountMeansSomethingElse() {
        for (Tuple2<Address, ProgramLayout> table : LAYOUTS.filter(one -> !one._2.equals(ComputeBudgetTable.TABLE))) {
            table._2.layouts().forEach((number, layout) -> {
                Instruction whole = example(table._1, table._2, number, layout);
                for (int at = 0; at < whole.data().length(); at++) {
                    byte[] bytes = whole.data().toArray();
                    bytes[at] ^= 1;
                    int changed = at;
                    assertNotEquals(
                            meaning(whole), meaning(new Instruction(whole.program(), whole.accounts(), Bytes.of(bytes))), () -> layout.name() + " byte " + changed);
                }
                for (int at = 0; at < whole.accounts().length(); at++) {
                    int changed = at;
                    assertNotEquals(
                            meaning(whole),
                            meaning(new Instruction(
                                    whole.program(), whole.accounts().update(at, AccountMeta.readonly(table._1)), whole.data())),
                            () -> layout.name() + " account " + changed);
                }
            });
        }
    }

    private static String meaning(Instruction instruction) {
        return Meaning.of(
                        Network.DEVNET,
                        new SignatureNeeds(Array.of(SOMEBODY), Array.empty(), new Validity.ByBlockhash(new Blockhash(Bytes32.ZERO), 150)),
                        TABLES.decode(instruction, Array.of(instruction), HashMap.empty())
                                .map(decoded -> new ExplainedInstruction(0, instruction, decoded, Option.none())))
                .get();
    }

    @Test
    void bytesThatEndTooEarlyAreUnknown() {
        for (Tuple2<Address, ProgramLayout> table : LAYOUTS) {
            table._2.layouts().forEach((number, layout) -> {
                Instruction whole = example(table._1, table._2, number, layout);
                if (layout.arguments().nonEmpty()) {
                    Instruction cut = new Instruction(whole.program(), whole.accounts(), whole.data().slice(0, whole.data().length() - 1));

                    assertInstanceOf(DescribedInstruction.Unknown.class, only(cut), layout::name);
                }
                int required = layout.accounts().count(role -> role.presence() == InstructionLayout.Role.Presence.REQUIRED);
                if (required > 0) {
                    assertInstanceOf(
                            DescribedInstruction.Unknown.class,
                            only(new Instruction(whole.program(), whole.accounts().take(required - 1), whole.data())),
                            layout::name);
                }
            });
        }
    }

    @Test
    void whatAProgramIgnoresIsShown() {
        Instruction transfer = SystemProgram.transfer(SOMEBODY, SOMEBODY, BaseUnits.of(1));

        Decoded decoded = decoded(new Instruction(
                transfer.program(), transfer.accounts().append(AccountMeta.readonly(SOMEBODY)), Bytes.ofHex(transfer.data().toHex() + "ff")));

        assertEquals("transfer", decoded.instruction());
        assertEquals(new FieldValue.Many(Array.of(new FieldValue.Key(SOMEBODY))), decoded.value("more_accounts").get());
        assertEquals(new FieldValue.Raw(Bytes.ofHex("ff")), decoded.value("more_bytes").get());
    }

    @Test
    void anUnknownProgramAndAnUnknownNumberAreUnknown() {
        for (Instruction instruction : Array.of(
                new Instruction(SOMEBODY, Array.empty(), Bytes.ofHex("00")),
                new Instruction(SystemProgram.ID, Array.empty(), Bytes.ofHex("ff000000")),
                new Instruction(TokenProgram.TOKEN.id(), Array.empty(), Bytes.ofHex("1a01")),
                new Instruction(SystemProgram.ID, Array.empty(), Bytes.EMPTY))) {
            assertInstanceOf(DescribedInstruction.Unknown.class, only(instruction));
        }
    }

    @Test
    void aKnownInstructionThatIsNotDecodedIsNamedAndUnknown() {
        Instruction confidential = new Instruction(TokenProgram.TOKEN_2022.id(), Array.empty(), Bytes.ofHex("1b07"));

        DescribedInstruction.Unknown unknown = assertInstanceOf(DescribedInstruction.Unknown.class, only(confidential));

        assertEquals("it is the instruction confidential_transfer.transfer of the program token-2022, which is not decoded here", unknown.why());
    }

    @Test
    void aBatchOfATokenProgramIsSeveralInstructions() {
        Array<AccountMeta> accounts = Array.of(1, 2, 3).map(number -> AccountMeta.writable(address(number)));
        Instruction batch = new Instruction(
                TokenProgram.TOKEN.id(), accounts.appendAll(accounts), Bytes.ofHex("ff" + "0309" + "030500000000000000" + "0301" + "09"));

        Array<DescribedInstruction> decoded = TABLES.decode(batch, Array.of(batch), HashMap.empty());

        assertEquals(Array.of("transfer", "close_account"), decoded.map(one -> assertInstanceOf(Decoded.class, one).instruction()));
    }

    @Test
    void aMemoCannotChangeTheWritingAroundIt() {
        String sentence = decoded(MemoProgram.memo("pay\u202e\n\u001b[2J all", Array.empty())).sentence();

        assertEquals("Memo: \"pay[2J all…\".", sentence);
    }

    @Test
    void anAssociatedAccountOfAnotherAddressIsUnknown() {
        Instruction create = AssociatedTokenProgram.create(SOMEBODY, SOMEBODY, address(1), TokenProgram.TOKEN);

        assertEquals("create", decoded(create).instruction());
        assertInstanceOf(
                DescribedInstruction.Unknown.class,
                only(new Instruction(create.program(), create.accounts().toArray().update(1, AccountMeta.writable(address(9))), create.data())));
    }

    private static String line(Instruction instruction) {
        Decoded decoded = decoded(instruction);
        return decoded.programName() + " " + decoded.instruction() + " [" + decoded.kind() + "] " + decoded.sentence();
    }

    private static Array<Instruction> examples() {
        Array<Instruction> ofTables = LAYOUTS.flatMap(table -> table._2.layouts()
                .toArray()
                .sortBy(row -> Long.toUnsignedString(row._1).length() + Long.toUnsignedString(row._1))
                .map(row -> example(table._1, table._2, row._1, row._2)));
        return ofTables.append(AssociatedTokenProgram.create(SOMEBODY, SOMEBODY, address(1), TokenProgram.TOKEN))
                .append(AssociatedTokenProgram.createIdempotent(SOMEBODY, SOMEBODY, address(1), TokenProgram.TOKEN))
                .append(new Instruction(
                        AssociatedTokenProgram.ID, Array.range(1, 8).map(InstructionTablesTest::address).map(AccountMeta::writable), Bytes.ofHex("02")))
                .append(MemoProgram.memo("rent", Array.of(SOMEBODY)))
                .append(new Instruction(
                        Precompiles.ED25519,
                        Array.empty(),
                        ByteWriter.write(out -> {
                            out.u8(1);
                            out.u8(0);
                            for (int number : new int[] {48, 0xffff, 16, 0xffff, 112, 2, 0xffff}) {
                                out.u16(number);
                            }
                            out.address(SOMEBODY);
                            out.bytes(Bytes.of(new byte[64]));
                            out.bytes(Bytes.ofHex("beef"));
                        })))
                .append(new Instruction(Precompiles.SECP256K1, Array.empty(), Bytes.ofHex("01" + "0c0000" + "200000" + "61000200" + "00")))
                .append(new Instruction(
                        Precompiles.SECP256R1, Array.empty(), Bytes.ofHex("0100" + "3100ffff" + "1000ffff" + "71000200" + "0000")))
                .appendAll(ofSquads());
    }

    /** The first vector of each instruction that decodes. */
    private static Array<Instruction> ofSquads() {
        return Array.ofAll(Vectors.read("squads-instructions.json", "vectors"))
                .map(vector -> new Instruction(
                        Vectors.address(vector, "program"),
                        Array.ofAll(vector.path("accounts").values())
                                .map(account -> AccountMeta.writableSigner(Address.of(account.asString().split(" ", 2)[0]))),
                        Vectors.bytes(vector, "data")))
                .filter(instruction -> InstructionCodec.V4.decode(instruction).isRight())
                .distinctBy(instruction -> InstructionCodec.V4.decode(instruction).get().type());
    }

    /** An instruction of a row: accounts 1, 2, …; numbers 1, 2, …. */
    private static Instruction example(Address program, ProgramLayout table, long number, InstructionLayout layout) {
        Array<AccountMeta> accounts =
                Array.rangeClosed(1, layout.accounts().length()).map(position -> AccountMeta.writable(address(position)));
        return new Instruction(program, accounts, ByteWriter.write(out -> {
            mark(out, table, number);
            for (int position = 0; position < layout.arguments().length(); position++) {
                argument(out, layout.arguments().get(position), position + 1);
            }
        }));
    }

    private static void mark(ByteWriter out, ProgramLayout table, long number) {
        switch (table.mark()) {
            case U8 -> {
                if (number >= 1_000) {
                    out.u8((int) (number / 1_000 - 1));
                    out.u8((int) (number % 1_000));
                } else {
                    out.u8((int) number);
                }
            }
            case U32 -> out.u32(number);
            case DISCRIMINATOR -> out.discriminator(number);
        }
    }

    private static void argument(ByteWriter out, InstructionLayout.Argument argument, int value) {
        switch (argument.type()) {
            case U8 -> out.u8(value);
            case U16, I16 -> out.u16(value);
            case U32 -> out.u32(value);
            case U64, I64 -> out.u64(value);
            case BOOL -> out.bool(true);
            case LAMPORTS -> out.u64(1_500_000_000L);
            case TOKENS -> out.u64(2_500);
            case ADDRESS, ADDRESS_OR_ZERO -> out.address(SOMEBODY);
            case OPTIONAL_ADDRESS -> {
                out.u8(1);
                out.address(SOMEBODY);
            }
            case OPTIONAL_U64, OPTIONAL_I64, OPTIONAL_TOKENS -> {
                out.u8(1);
                out.u64(value);
            }
            case SEED -> {
                out.u64(4);
                out.bytes(Bytes.of("seed".getBytes(StandardCharsets.US_ASCII)));
            }
            case MEMO -> {
                out.u8(1);
                out.string("note");
            }
            case BYTES -> {
                out.u64(2);
                out.bytes(Bytes.ofHex("beef"));
            }
            case BYTES_U32 -> out.countedBytes(Bytes.ofHex("beef"));
            case ADDRESSES -> {
                out.u64(2);
                out.address(SOMEBODY);
                out.address(address(9));
            }
        }
    }

    /** 32 equal bytes. */
    private static Address address(int number) {
        return Address.of(Bytes.ofHex("%02x".formatted(number).repeat(32)).toArray());
    }
}
