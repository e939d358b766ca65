package dev.mandate.adapters.kms.authority;

import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.testkit.keys.AuthorityKeysContract;

class AuthorityKeysTest extends AuthorityKeysContract {
    @Override
    protected AuthorityKeys keys() {
        return new BouncyCastleAuthorityKeys();
    }
}
