package dev.mandate.app.histories;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.program.TokenFormat.MintFacts;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Who acts in the histories, with SOL and tokens. */
final class People {

    static final Array<TestKey> KEYS = Array.range(0, 6).map(number -> TestKey.of("histories/" + number));
    static final Array<Address> ADDRESSES = KEYS.map(TestKey::address);
    /** The admin of some accounts. */
    static final TestKey ADMIN = TestKey.of("histories/admin");
    static final MintFacts MINT = new MintFacts(TestKey.of("histories/mint").address(), TokenProgram.TOKEN.id(), 6);

    private static final BaseUnits RICH = BaseUnits.of(1_000_000_000_000_000L);
    private static final long LAMPORTS_OF_TOKENS = 3_000_000;

    private People() {}

    static KeyRing keys() {
        return KEYS.foldLeft(KeyRing.of(ADMIN), KeyRing::with);
    }

    static Address tokens(Address owner) {
        return new SplTokens().accountOf(owner, MINT);
    }

    static void settle(SimulatedChain chain) {
        ADDRESSES.append(ADMIN.address()).forEach(person -> chain.fund(person, RICH));
        chain.put(MINT.mint(), token(new MintAccount(Option.none(), BaseUnits.of(1_000_000_000_000L), 6, Option.none(), Bytes.EMPTY).encode()));
        ADDRESSES.forEach(person -> chain.put(tokens(person), token(TokenAccount.of(MINT.mint(), person, BaseUnits.of(1_000_000_000)).encode())));
    }

    private static AccountData token(Bytes data) {
        return new AccountData(BaseUnits.of(LAMPORTS_OF_TOKENS), TokenProgram.TOKEN.id(), data, false);
    }
}
