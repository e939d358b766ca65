package dev.mandate.domain.chain;

/**
 * A network with accounts. An account belongs to exactly one network.
 *
 * @param name 1 to 32 of a-z, 0-9 and hyphens
 */
public record Network(String name) {

    public static final Network MAINNET = new Network("mainnet");
    public static final Network DEVNET = new Network("devnet");
    public static final Network TESTNET = new Network("testnet");

    private static final String SPELLING = "[a-z0-9-]{1,32}";

    public Network {
        if (!name.matches(SPELLING)) {
            throw new IllegalArgumentException("a network's name is 1 to 32 of a-z, 0-9 and hyphens, unlike " + name);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
