package encore.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.bean.PropertyValueBuffer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.introspect.AnnotatedWithParams;
import tools.jackson.databind.module.SimpleModule;

/**
 * Creates records from JSON by method handles that take an array of arguments and are adapted once. Jackson adapts them
 * for each record that it reads, which takes up to a third of the whole time. Ids of streams are read from their texts.
 */
public final class RecordCreatorModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    public RecordCreatorModule() {
        super("records");
    }

    @Override
    public void setupModule(JacksonModule.SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new Deserializers.Base() {
            @Override
            public @Nullable ValueDeserializer<?> findBeanDeserializer(
                    JavaType type, DeserializationConfig config, BeanDescription.Supplier described) {
                return type.isTypeOrSubTypeOf(StreamId.class) ? new IdDeserializer(type.getRawClass()) : null;
            }

            @Override
            public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
                return StreamId.class.isAssignableFrom(type);
            }
        });
        context.addKeyDeserializers((type, config, described) ->
                type.isTypeOrSubTypeOf(StreamId.class) ? new IdKeyDeserializer(type.getRawClass()) : null);
        context.addValueInstantiators(new ValueInstantiators.Base() {
            @Override
            public ValueInstantiator modifyValueInstantiator(
                    DeserializationConfig config, BeanDescription.Supplier described, ValueInstantiator known) {
                AnnotatedWithParams creator = known.getWithArgsCreator();
                return creator != null
                                && creator.getDeclaringClass().isRecord()
                                && creator.getMember() instanceof Constructor<?> constructor
                        ? new MethodHandleInstantiator(known, constructor)
                        : known;
            }
        });
    }

    private static final class IdDeserializer extends StdScalarDeserializer<Object> {

        IdDeserializer(Class<?> type) {
            super(type);
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
            if (!parser.hasToken(JsonToken.VALUE_STRING)) {
                return context.handleUnexpectedToken(getValueType(context), parser);
            }
            String text = parser.getString();
            try {
                return StreamNames.of(handledType()).parse(text);
            } catch (RuntimeException refused) {
                return context.handleInstantiationProblem(handledType(), text, refused);
            }
        }
    }

    private static final class IdKeyDeserializer extends KeyDeserializer {

        private final Class<?> type;

        IdKeyDeserializer(Class<?> type) {
            this.type = type;
        }

        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) {
            try {
                return StreamNames.of(type).parse(key);
            } catch (RuntimeException refused) {
                return context.handleWeirdKey(type, key, "not a valid id: %s", refused.getMessage());
            }
        }
    }

    private static final class MethodHandleInstantiator extends ValueInstantiator.Delegating {

        private static final long serialVersionUID = 1L;

        private final transient MethodHandle constructorHandle;

        MethodHandleInstantiator(ValueInstantiator known, Constructor<?> constructor) {
            super(known);
            this.constructorHandle = spreadingHandle(constructor);
        }

        private static MethodHandle spreadingHandle(Constructor<?> constructor) {
            try {
                constructor.setAccessible(true);
                MethodHandle plain = MethodHandles.lookup().unreflectConstructor(constructor);
                return plain.asSpreader(Object[].class, constructor.getParameterCount())
                        .asType(MethodType.methodType(Object.class, Object[].class));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * Wraps the contextual instantiator again: Jackson hands it out after a property's own description is complete.
         */
        @Override
        public ValueInstantiator createContextual(DeserializationContext context, BeanDescription.Supplier described) {
            ValueInstantiator known = delegate().createContextual(context, described);
            return known == delegate()
                    ? this
                    : new MethodHandleInstantiator(known, (Constructor<?>)
                            Objects.requireNonNull(known.getWithArgsCreator()).getMember());
        }

        @Override
        public @Nullable Object createFromObjectWith(
                DeserializationContext context, SettableBeanProperty[] properties, PropertyValueBuffer values) {
            return createFromObjectWith(context, values.getParameters(context, properties));
        }

        @Override
        public @Nullable Object createFromObjectWith(DeserializationContext context, Object[] arguments) {
            try {
                return (Object) constructorHandle.invokeExact(arguments);
            } catch (Throwable refused) {
                // Jackson repeats the call and reports the failure in its own way.
                return delegate().createFromObjectWith(context, arguments);
            }
        }
    }
}
