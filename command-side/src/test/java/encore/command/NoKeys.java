package encore.command;

import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.KeyStore;
import java.util.Collection;

/** For tests in which nothing is encrypted. */
final class NoKeys implements KeyStore {

    @Override
    public byte[] create(String subject) {
        throw new UnsupportedOperationException();
    }

    @Override
    public byte[] find(String subject) {
        return null;
    }

    @Override
    public void destroy(Collection<KeyEnd> ends) {
        throw new UnsupportedOperationException();
    }

    @Override
    public byte[] installationSecret(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long erasedUpTo() {
        return 0;
    }

    @Override
    public void erasedUpTo(long position) {}

    @Override
    public void close() {}
}
