package dev.mandate.testkit.laws.review;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.generators.HistoryParticipants;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/** The addresses of all parties. They are the same in every case, so that a case can be told in names. */
record Parties(Map<Party, Address> addresses) {

    static final SmartAccountProgram PROGRAM = SquadsV4Program.PUBLIC;

    static final Array<Party> PEOPLE = Array.of(Party.ANN, Party.BOB, Party.CAROL);
    static final TestKey ACCOUNT_KEY = TestKey.of("review/account");
    static final TestKey WARD_KEY = TestKey.of("review/ward");
    static final TestKey NEWCOMER_KEY = TestKey.of("review/newcomer");
    static final TestKey RIVAL_KEY = TestKey.of("review/rival");
    static final TestKey NONCE_KEY = TestKey.of("review/new nonce");
    static final AccountRef ACCOUNT = PROGRAM.locate(ACCOUNT_KEY.address());
    static final AccountRef WARD = PROGRAM.locate(WARD_KEY.address());
    static final AccountRef NEWCOMER = PROGRAM.locate(NEWCOMER_KEY.address());

    private static final Map<Party, TestKey> PERSONS =
            PEOPLE.append(Party.STRANGER).toMap(person -> person, person -> TestKey.of("review/" + person));

    /** The keys of everybody who has one and is not the operator. */
    static final KeyRing KEYS = Array.of(ACCOUNT_KEY, WARD_KEY, NEWCOMER_KEY, RIVAL_KEY, NONCE_KEY)
            .appendAll(PERSONS.values())
            .foldLeft(KeyRing.of(), KeyRing::with);

    static Parties of(CustodyUnderTest tested) {
        return new Parties(Array.of(Party.values()).foldLeft(
                LinkedHashMap.empty(), (known, party) -> known.put(party, address(party, tested))));
    }

    private static Address address(Party party, CustodyUnderTest tested) {
        return switch (party) {
            case ANN, BOB, CAROL, STRANGER -> key(party).address();
            case OPERATOR -> tested.operator();
            case PASSKEY -> tested.passkey();
            case ITSELF -> ACCOUNT.address();
            case SETTINGS -> ACCOUNT.settings().address();
            case SECOND_VAULT -> PROGRAM.vaultAddress(ACCOUNT, 1);
            case WARD -> WARD.address();
            case NEWCOMER -> NEWCOMER.address();
            case RIVAL -> PROGRAM.locate(RIVAL_KEY.address()).address();
            case PROGRAM -> PROGRAM.programId();
            case SYSTEM_PROGRAM -> Address.ZERO;
            case SYSVAR -> Address.of("SysvarC1ock11111111111111111111111111111111");
            // Accounts that a client made with keys: they lie on the curve.
            case MINT, TOKEN_ACCOUNT, STRANDED_TOKENS, WRAPPED_SOL -> TestKey.of("review/" + party).address();
            case SMALL_ORDER -> Address.of(Bytes.ofHex("01" + "00".repeat(31)).toArray());
            case NOBODY -> PROGRAM.locate(TestKey.of("review/nobody").address()).address();
        };
    }

    static TestKey key(Party person) {
        return PERSONS.get(person).get();
    }

    Address address(Party party) {
        return addresses.get(party).get();
    }

    Array<Address> people() {
        return PEOPLE.map(this::address);
    }

    /** Those of whom the kit's generators make accounts that {@link #PEOPLE} can operate. */
    HistoryParticipants peopleAlone() {
        return participants(people());
    }

    /** Everybody, for roles that a request gives; but for the zero address, which as admin or rent collector means nobody. */
    HistoryParticipants everybody() {
        return participants(addresses.remove(Party.SYSTEM_PROGRAM).values().toArray());
    }

    /** The control that {@code admin} holds. */
    AdminControl heldBy(Party admin) {
        return AdminControl.ofAuthority(address(admin));
    }

    private HistoryParticipants participants(Array<Address> people) {
        return new HistoryParticipants(
                people,
                Array.range(0, 3).map(number -> TestKey.of("review/limit " + number).address())
                        .map(createKey -> new HistoryParticipants.Slot(createKey, PROGRAM.limitAddress(ACCOUNT, createKey))),
                Array.of(Party.MINT, Party.STRANGER).map(this::address));
    }

    /** {@code text} with names for addresses. */
    String named(String text) {
        return addresses.foldLeft(text, (reported, one) -> reported.replace(one._2.toString(), one._1.name()));
    }
}
