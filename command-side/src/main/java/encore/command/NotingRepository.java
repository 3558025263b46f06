package encore.command;

import encore.infra.eventstore.axon.Handling;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.ScopeDescriptor;
import org.axonframework.modelling.command.Aggregate;
import org.axonframework.modelling.command.Repository;
import org.jspecify.annotations.Nullable;

/** Notes from which event on a command decides, so that a decision without events can be held against the log. */
final class NotingRepository<T> implements Repository<T> {

    private final Repository<T> repository;

    NotingRepository(Repository<T> repository) {
        this.repository = repository;
    }

    @Override
    public Aggregate<T> load(String stream) {
        return noted(stream, repository.load(stream));
    }

    @Override
    public Aggregate<T> load(String stream, @Nullable Long expectedVersion) {
        return noted(stream, repository.load(stream, expectedVersion));
    }

    @Override
    public Aggregate<T> loadOrCreate(String stream, Callable<T> create) throws Exception {
        return noted(stream, repository.loadOrCreate(stream, create));
    }

    private Aggregate<T> noted(String stream, Aggregate<T> aggregate) {
        Long version = aggregate.version();
        Handling.current().loaded(stream, version == null ? -1 : version);
        return aggregate;
    }

    @Override
    public Aggregate<T> newInstance(Callable<T> create) throws Exception {
        return repository.newInstance(create);
    }

    @Override
    public Aggregate<T> newInstance(Callable<T> create, Consumer<Aggregate<T>> initialise) throws Exception {
        return repository.newInstance(create, initialise);
    }

    @Override
    public void send(Message<?> message, ScopeDescriptor scope) throws Exception {
        repository.send(message, scope);
    }

    @Override
    public boolean canResolve(ScopeDescriptor scope) {
        return repository.canResolve(scope);
    }
}
