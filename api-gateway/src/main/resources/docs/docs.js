// Keys that are entered are forgotten with the page, and no other site is asked whether the description is right.
const isWebhooks = document.documentElement.dataset.page === 'webhooks';

// Swagger UI filters by tags alone. This filters by the words of an operation: its path, its name, its tags and what it says.
const filter = {
  fn: {
    opsFilter: (tagged, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
      const has = (tag, operation) => {
        const told = operation.get('operation');
        const text = [tag, operation.get('path'), operation.get('method'), told.get('operationId'), told.get('summary'), told.get('description')]
          .filter(Boolean).join(' ').toLowerCase();
        return words.every(word => text.includes(word));
      };
      return tagged.map((group, tag) => group.set('operations', group.get('operations').filter(operation => has(tag, operation))))
        .filter(group => group.get('operations').size > 0);
    },
  },
};

// Webhooks as operations without a server, by the first word of their name: so they fold and are found as the others are.
function ofWebhooks({ webhooks, servers, security, tags, ...description }) {
  const paths = Object.fromEntries(Object.entries(webhooks ?? {}).map(([name, { post }]) =>
    [`/${name}`, { post: { ...post, security: [], tags: [name.split(/[_.]/)[0]] } }]));
  const components = { ...description.components, securitySchemes: undefined };
  return { ...description, components, info: { ...description.info, title: `${description.info.title}: webhooks` }, paths, webhooks: undefined };
}

function ofCalls({ webhooks, ...description }) {
  return description;
}

// Swagger UI gives its field no name.
const place = document.getElementById('swagger-ui');
new MutationObserver(() => {
  const field = place.querySelector('.operation-filter-input:not([aria-label])');
  field?.setAttribute('aria-label', isWebhooks ? 'Filter the webhooks' : 'Filter the operations');
}).observe(place, { childList: true, subtree: true });

async function show() {
  const description = await (await fetch('/openapi.json')).json();
  window.SwaggerUIBundle({
    spec: isWebhooks ? ofWebhooks(description) : ofCalls(description),
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'none',
    filter: true,
    plugins: [filter],
    tryItOutEnabled: !isWebhooks,
    persistAuthorization: false,
    validatorUrl: null,
    supportedSubmitMethods: isWebhooks ? [] : ['get', 'post', 'delete'],
  });
}

show().catch(() => {
  place.textContent = 'The description cannot be loaded. Load the page again.';
});
