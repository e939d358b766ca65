package dev.mandate.solana.format;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.ports.spi.chain.InstructionPosition;
import dev.mandate.ports.spi.chain.LandedTransaction.Balances;
import dev.mandate.ports.spi.chain.LandedTransaction.TokenBalance;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.program.Movement.Standard;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.math.BigInteger;

/**
 * What one landed transaction moved into and out of an account. It adds up to the difference of the account's balances: its lamports, and for each
 * mint the tokens in all its token accounts. Movements that instructions spell out are kept. What the balances tell beyond them is one more
 * movement for each token.
 */
final class SettledMovements {

    private final Address account;
    private final LandedTransaction landed;
    private final Array<Movement> spelledOut;
    private final int instructions;

    private SettledMovements(Address account, LandedTransaction landed) {
        this.account = account;
        this.landed = landed;
        this.spelledOut = Movements.of(landed)
                .filter(movement -> movement.from().equals(account) != movement.to().equals(account));
        this.instructions = landed.instructions().lastOption().map(ran -> ran.position().outer() + 1).getOrElse(0);
    }

    /**
     * The movements in their order; those that only the balances tell come last, by the addresses of the mints. None if the node did not keep the
     * balances, or tells some that no token can have.
     */
    static Option<Array<Movement>> of(Address account, LandedTransaction landed) {
        return Option.when(landed.failure().isDefined() || !landed.after().lamports().isEmpty(), () -> new SettledMovements(account, landed))
                .flatMap(SettledMovements::all);
    }

    /** A token as its program keeps it. */
    private record Kind(Token token, Standard standard, int decimals) {

        static final Kind SOL = new Kind(new Token.Sol(), Standard.NATIVE, Token.Sol.DECIMALS);

        static Kind of(Movement movement) {
            return new Kind(movement.token(), movement.standard(), movement.decimals());
        }

        static Kind of(TokenBalance held) {
            return new Kind(
                    Token.ofMint(held.mint()),
                    TokenProgram.at(held.tokenProgram()).map(Movements::standard).getOrElse(Standard.SPL_TOKEN),
                    held.decimals());
        }
    }

    private Option<Array<Movement>> all() {
        Array<Kind> kinds = Array.of(Kind.SOL)
                .appendAll(held(landed.before()))
                .appendAll(held(landed.after()))
                .appendAll(spelledOut.map(Kind::of))
                .distinct();
        Array<Option<Movement>> rests = kinds.reject(kind -> rest(kind).signum() == 0)
                .sortBy(kind -> kind.token().mintAddress().toString())
                .zipWithIndex((kind, index) -> rest(kind, InstructionPosition.outer(instructions + index)));
        return Option.when(rests.forAll(Option::isDefined), () -> kinds.flatMap(this::netOfFee)
                .sortBy(Movement::position)
                .appendAll(rests.flatMap(rest -> rest)));
    }

    private Seq<Kind> held(Balances balances) {
        return balances.tokens().values().filter(one -> one.owner().equals(account)).map(Kind::of);
    }

    private Array<Movement> spelledOut(Kind kind) {
        return spelledOut.filter(movement -> Kind.of(movement).equals(kind));
    }

    /** The movements as they arrived. Which part of its fee a token took of each is known only where it is a single one. */
    private Array<Movement> netOfFee(Kind kind) {
        Array<Movement> movements = spelledOut(kind);
        BigInteger gained = gained(account, kind);
        return movements.length() == 1 && lessAFee(kind, movements.head(), gained)
                ? movements.flatMap(movement -> amount(gained).map(movement::with))
                : movements;
    }

    private boolean lessAFee(Kind kind, Movement movement, BigInteger gained) {
        return kind.standard() == Standard.TOKEN_2022
                && movement.to().equals(account)
                && gained.signum() > 0
                && gained.compareTo(number(movement.amount())) < 0;
    }

    /** What the balances tell beyond the movements: below zero if it left. */
    private BigInteger rest(Kind kind) {
        return netOfFee(kind)
                .map(movement -> movement.to().equals(account) ? number(movement.amount()) : number(movement.amount()).negate())
                .fold(gained(account, kind), BigInteger::subtract);
    }

    private Option<Movement> rest(Kind kind, InstructionPosition position) {
        BigInteger rest = rest(kind);
        boolean inflow = rest.signum() > 0;
        Address other = counterparty(kind, rest);
        return amount(rest.abs()).map(amount -> new Movement(
                position, kind.token(), kind.standard(), kind.decimals(), inflow ? other : account, inflow ? account : other, amount));
    }

    /** The only other one whose balance changed by the opposite; else the mint, as where tokens are made and destroyed. */
    private Address counterparty(Kind kind, BigInteger rest) {
        Array<Address> opposite = owners(kind)
                .filter(owner -> !owner.equals(account) && gained(owner, kind).equals(rest.negate()))
                .orElse(() -> unwrapped(kind, rest))
                .toArray();
        return opposite.length() == 1 ? opposite.head() : kind.token().mintAddress();
    }

    /** Who got wrapped SOL as SOL, with the rent of its token account. */
    private Array<Address> unwrapped(Kind kind, BigInteger rest) {
        return kind.token().mintAddress().equals(NativePrograms.WRAPPED_SOL) && rest.signum() < 0 && rest(Kind.SOL).signum() == 0
                ? owners(Kind.SOL).filter(owner -> !owner.equals(account) && gained(owner, Kind.SOL).compareTo(rest.negate()) >= 0)
                : Array.empty();
    }

    private Array<Address> owners(Kind kind) {
        return Array.of(landed.before(), landed.after())
                .flatMap(balances -> kind.equals(Kind.SOL)
                        ? balances.lamports().keySet()
                        : balances.tokens().values().map(TokenBalance::owner))
                .distinct();
    }

    private BigInteger gained(Address owner, Kind kind) {
        return held(landed.after(), owner, kind).subtract(held(landed.before(), owner, kind));
    }

    private static BigInteger held(Balances balances, Address owner, Kind kind) {
        return kind.equals(Kind.SOL)
                ? balances.lamports().get(owner).map(SettledMovements::number).getOrElse(BigInteger.ZERO)
                : balances.tokens()
                        .values()
                        .filter(one -> one.owner().equals(owner) && Kind.of(one).equals(kind))
                        .map(one -> number(one.amount()))
                        .fold(BigInteger.ZERO, BigInteger::add);
    }

    private static BigInteger number(BaseUnits amount) {
        return new BigInteger(amount.toString());
    }

    private static Option<BaseUnits> amount(BigInteger number) {
        return BaseUnits.parse(number.toString()).toOption();
    }
}
