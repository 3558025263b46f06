package encore.query.lists;

import encore.query.projection.QueryGateway;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.core.env.Environment;

/** Registers a projection for each list that the kernel declares. */
public final class ListProjections implements BeanRegistrar {

    @Override
    public void register(BeanRegistry registry, Environment environment) {
        for (DeclaredList<?> declared : DeclaredList.ofKernel()) {
            registry.registerBean(
                    declared.view().name() + "ListProjection",
                    ListProjection.class,
                    bean -> bean.supplier(context -> new ListProjection<>(declared, context.bean(QueryGateway.class))));
        }
    }
}
