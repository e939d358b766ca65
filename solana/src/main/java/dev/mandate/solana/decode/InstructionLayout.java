package dev.mandate.solana.decode;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.MoneyMove;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.bytes.ByteReader;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;

/**
 * One instruction of a program, as a row of its table. It is read as leniently as programs read: bytes and accounts that follow are ignored, and
 * shown.
 *
 * @param name the program's name of it, in snake_case
 * @param accounts roles in order. A role that ends with {@code ?} may be absent, one that ends with {@code *} takes all that are left
 * @param arguments in order: {@code name:type}, with {@link ArgumentType}; {@code name:u8[a|b]} and {@code name:u32[a|b]} name the numbers from 0
 * @param money what moves ({@link MoneyRule}), or {@code !} if it changes who may do what, or empty
 * @param sentence with fields in braces
 */
record InstructionLayout(
        String name, Array<Role> accounts, Array<Argument> arguments, Array<MoneyRule> money, DescribedInstruction.Kind kind, String sentence) {

    /** The field of an account or of bytes that the program ignores. */
    static final String MORE_ACCOUNTS = "more_accounts";

    static final String MORE_BYTES = "more_bytes";

    record Role(String name, Presence presence) {

        enum Presence {
            REQUIRED,
            OPTIONAL,
            REST
        }

        static Role of(String text) {
            String name = text.substring(0, text.length() - 1);
            return text.endsWith("?")
                    ? new Role(name, Presence.OPTIONAL)
                    : text.endsWith("*") ? new Role(name, Presence.REST) : new Role(text, Presence.REQUIRED);
        }
    }

    /** @param names of the numbers from 0; empty for other arguments */
    record Argument(String name, ArgumentType type, Array<String> names) {

        static Argument of(String text) {
            int colon = text.indexOf(':');
            String type = text.substring(colon + 1);
            int bracket = type.indexOf('[');
            return new Argument(
                    text.substring(0, colon),
                    ArgumentType.valueOf((bracket < 0 ? type : type.substring(0, bracket)).toUpperCase(Locale.ROOT)),
                    bracket < 0 ? Array.empty() : Array.of(type.substring(bracket + 1, type.length() - 1).split("\\|")));
        }

        Field read(ByteReader in) {
            if (names.isEmpty()) {
                return new Field(name, type.read(in));
            }
            return new Field(name, ArgumentType.named(type == ArgumentType.U8 ? in.u8() : in.u32(), names));
        }
    }

    static InstructionLayout of(String name, String accounts, String arguments, String money, String sentence) {
        boolean authority = money.startsWith("!");
        Array<MoneyRule> rules = words(authority ? money.substring(1) : money).map(MoneyRule::of);
        return new InstructionLayout(
                name,
                words(accounts).map(Role::of),
                words(arguments).map(Argument::of),
                rules,
                authority
                        ? DescribedInstruction.Kind.AUTHORITY
                        : rules.isEmpty() ? DescribedInstruction.Kind.OTHER : DescribedInstruction.Kind.MONEY,
                sentence);
    }

    InstructionLayout bookkeeping() {
        return new InstructionLayout(name, accounts, arguments, money, DescribedInstruction.Kind.BOOKKEEPING, sentence);
    }

    private static Array<String> words(String text) {
        return text.isBlank() ? Array.empty() : Array.of(text.strip().split(" +"));
    }

    /**
     * Reads an instruction of this kind.
     *
     * @param in behind the number of the instruction
     * @return left: a clause that says why it cannot be read
     */
    Either<String, Decoded> read(Address program, String programName, Array<AccountMeta> metas, ByteReader in, Bytes data, TokenContext tokens) {
        Array<Address> given = metas.map(AccountMeta::address);
        int required = accounts.count(role -> role.presence() == Role.Presence.REQUIRED);
        if (given.length() < required) {
            return Either.left(name + " takes " + required + " accounts, and it has " + given.length());
        }
        Array<Field> values = arguments.map(argument -> argument.read(in));
        return in.finishPrefix(in.offset())
                .mapLeft(problem -> "the arguments of " + name + " end too early or are malformed")
                .map(end -> decoded(program, programName, roles(given).appendAll(tokens.completed(roles(given), values)), given, data.slice(end, data.length() - end), tokens));
    }

    private Decoded decoded(
            Address program, String programName, Array<Field> fields, Array<Address> given, Bytes rest, TokenContext tokens) {
        Array<Address> surplus = given.drop(accounts.exists(role -> role.presence() == Role.Presence.REST) ? given.length() : accounts.length());
        Array<Field> all = fields
                .appendAll(Option.when(surplus.nonEmpty(), () -> new Field(MORE_ACCOUNTS, keys(surplus))))
                .appendAll(Option.when(rest.length() > 0, () -> new Field(MORE_BYTES, new FieldValue.Raw(rest))));
        Array<MoneyMove> moves = money.flatMap(rule -> rule.move(all, tokens));
        return new Decoded(program, programName, name, all, moves, Array.empty(), kind, Sentences.fill(sentence, all), Array.empty());
    }

    private Array<Field> roles(Array<Address> given) {
        Array<Field> fields = Array.empty();
        for (int i = 0; i < accounts.length(); i++) {
            Role role = accounts.get(i);
            FieldValue value = role.presence() == Role.Presence.REST
                    ? keys(given.drop(i))
                    : i < given.length() ? new FieldValue.Key(given.get(i)) : new FieldValue.Absent();
            fields = fields.append(new Field(role.name(), value));
        }
        return fields;
    }

    private static FieldValue keys(Array<Address> addresses) {
        return new FieldValue.Many(addresses.map(FieldValue.Key::new));
    }
}
