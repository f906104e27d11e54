import type { failures as failuresEn } from '../en/failures.ts';
import { countText as count } from '../number-form.ts';

export const failures: typeof failuresEn = {
  failure: {
    retry: '重试',
    retryIn: (seconds) =>
      seconds < 90 ? `${count(seconds)} 秒后重试。` : `${count(Math.round(seconds / 60))} 分钟后重试。`,
    retrying: '正在重试…',
    retriesAutomatically: 'Orderglass 会自动重试。',
    screenFailed: 'Orderglass 无法显示此页面。',
    resetScreenNext: '请重置其筛选和布局，或复制诊断信息以便反馈。',
    resetScreen: '重置此页面',
    pageFailed: 'Orderglass 无法显示窗口的这一部分。',
    partNotLoaded: 'Orderglass 的这一部分未能加载。',
    reloadPage: '请重新加载页面。',
    reload: '重新加载',
    replaceKeys: '更换密钥…',
    showing: (time) => `当前显示 ${time} 的数据。`,
    proxyStatus: (status) => `代理返回的状态码：${status}`,
    service: (errno, errmsg) => `交易所返回：${errmsg || '无说明'}（错误码 ${errno}）`,
  },

  errors: {
    offline: {
      what: '无法连接交易所。',
      next: '请检查网络连接。',
    },
    timeout: { what: '交易所响应超时。', next: '请稍后重试。' },
    'untrusted-certificate': {
      what: '与交易所的连接不安全：本机不信任其证书。',
      next: '未发送任何数据。请检查 API 地址，并确认是否使用了代理或需要登录的公共 Wi-Fi。',
    },
    'no-tls': { what: '此地址的服务器未使用 HTTPS（TLS）。', next: '未发送任何数据。请检查 API 地址及其端口。' },
    throttled: { what: '请求过于频繁。', next: '请等待几秒后重试。' },
    'service-busy': { what: '交易所繁忙或正在维护。', next: '请稍后重试。' },
    'rejected-signature': {
      what: '交易所拒绝了签名。',
      next: '请检查密钥是否与该访问令牌匹配。',
    },
    'clock-skew': {
      what: '本机时间与交易所时间相差过大。',
      next: '请开启系统时间自动同步，然后重试。',
    },
    'nonce-used': { what: '交易所拒绝了重复的请求编号（nonce）。', next: '请重试。' },
    'not-authenticated': {
      what: '交易所不认可此访问令牌。',
      next: '请检查该账户的访问令牌和密钥。',
    },
    'account-locked': { what: '交易所已锁定此账户。', next: '请联系交易所客服。' },
    'no-permission': {
      what: '此 API 密钥没有读取权限。',
      next: '请在交易所网站为该密钥开通查询合约委托的权限。',
    },
    'key-expired': { what: 'API 密钥已过期。', next: '请在交易所网站新建一个只读密钥。' },
    'wrong-address': {
      what: '在此地址找不到交易所的 API。',
      next: '请检查该账户的 API 地址。',
    },
    'not-this-service': {
      what: '此地址不是交易所的 API。',
      next: '请检查 API 地址。如使用酒店或公司网络，请先完成网络登录。',
    },
    'redirect-refused': {
      what: '该地址会跳转到其他地址，Orderglass 不会跟随跳转。',
      next: '请检查该账户的 API 地址。',
    },
    'cached-response': {
      what: '响应来自缓存，而不是交易所。',
      next: '请改用不经缓存直达交易所的 API 地址。',
    },
    'invalid-request': { what: '交易所拒绝了此请求。', next: '请选择其他合约，或选择全部合约。' },
    'bad-answer': {
      what: '无法解析交易所返回的数据。',
      next: '请重试。如果仍然失败，可能是代理干扰，或交易所接口已变更。',
    },
    'service-error': { what: '交易所返回系统错误。', next: '请稍后重试。' },
    'keychain-unavailable': {
      what: '无法使用系统钥匙串。',
      next: '请解锁钥匙串，然后重试。',
    },
    'invalid-input': { what: '查询条件无效。', next: '请清除筛选条件后重试。' },
    'unknown-account': { what: '此账户已不存在。', next: '请选择其他账户。' },
    'storage-failed': {
      what: 'Orderglass 无法写入数据文件夹。',
      next: '请检查磁盘空间和文件夹权限。在此之前，更改只在本次运行中有效。',
    },
    canceled: { what: '请求已取消。', next: '请重试。' },
    'host-gone': { what: 'Orderglass 已停止运行。', next: '请重新启动 Orderglass。' },
    'no-session': {
      what: 'Orderglass 已重新启动，此标签页未与其连接。',
      next: '请在此浏览器中打开终端里的新链接。',
    },
    internal: {
      what: 'Orderglass 内部出错。',
      next: '请重试。如果仍然出现，请重启 Orderglass。',
    },
  },

  problems: {
    quarantined: {
      what: '该账户的本地存档已损坏。',
      next: '已将损坏的文件另存，正在从交易所重新下载。损坏的文件：',
    },
    'disk-full': {
      what: '磁盘已满，新数据未能保存。',
      next: '请腾出磁盘空间，然后重试。存档文件：',
    },
    'read-only': {
      what: '本地存档为只读：可以查看已有数据，但不会下载新数据。',
      next: '请为当前用户开启此文件及其文件夹的写入权限，然后重试：',
    },
    locked: {
      what: '另一个程序占用了本地存档。',
      next: '请关闭该程序，Orderglass 会自动继续。存档文件：',
    },
    'newer-version': {
      what: '本地存档由更新版本的 Orderglass 写入。',
      next: '文件未作改动。请更新 Orderglass 后再使用：',
    },
    'older-version': {
      what: '本地存档由 Orderglass 早期的未发布版本写入。',
      next: '文件未作改动。请移走此文件，然后重试，程序会重新下载历史记录：',
    },
    'unknown-schema': {
      what: '本地存档没有损坏，但此版本的 Orderglass 不认识其中的表。',
      next: '文件未作改动。请移走此文件，然后重试，程序会重新下载历史记录：',
    },
    other: {
      what: '本地存档无法打开。',
      next: '请重启 Orderglass。如果仍然出现，请移走此文件，程序会重新下载历史记录：',
    },
  },

  keychain: {
    'no-service': {
      what: '本机没有运行钥匙串服务。',
      next: '请启动 GNOME Keyring 或 KeePassXC 等 Secret Service 后重试，或选择“仅本次运行有效”。',
    },
    locked: {
      what: '钥匙串已锁定。',
      next: '请解锁钥匙串，然后重试；如果钥匙串未锁定，请重启 Orderglass 并允许访问。',
    },
    denied: { what: '系统未允许访问钥匙串。', next: '请在系统弹出提示时选择允许，然后重试。' },
    'no-answer': {
      what: '钥匙串无响应。',
      next: '请检查窗口后面是否有系统提示框，处理后重试。',
    },
    'call-pending': {
      what: '钥匙串仍未响应之前的请求。',
      next: '请处理其提示框。如果没有打开的提示框，请重启 Orderglass。',
    },
    'no-database': {
      what: 'KeePassXC 没有打开可供 Secret Service 使用的数据库。',
      next: '请打开数据库并共享其中一个群组，然后重试，或选择“仅本次运行有效”。',
    },
    'module-missing': {
      what: '未安装钥匙串组件。',
      next: '请连同可选依赖包重新安装 Orderglass，或选择“仅本次运行有效”。',
    },
    'library-missing': {
      what: '本机缺少钥匙串所需的库。',
      next: '请安装 libsecret（KWallet 需安装 QCA 的 OpenSSL 插件），然后重启 Orderglass。',
    },
    'system-unsupported': {
      what: '钥匙串组件不支持本机系统。',
      next: '请选择“仅本次运行有效”。',
    },
    'damaged-entry': {
      what: '钥匙串中此账户的条目无法读取。',
      next: '请重新输入密钥。',
    },
    'entry-missing': {
      what: '钥匙串未返回此账户的密钥。',
      next: '如果您曾拒绝访问，请重启 Orderglass 并选择允许；否则请重新输入密钥。',
    },
    'session-ended': {
      what: '此电脑未保存密钥。',
      next: '请重新输入。',
    },
    'service-restarted': {
      what: '钥匙串服务在 Orderglass 运行期间已停止或重启。',
      next: '请重启 Orderglass 以重新连接钥匙串。',
    },
    other: { what: '钥匙串返回错误。', next: '请重试，或选择“仅本次运行有效”。' },
  },
  keychainSays: (words) => `钥匙串返回错误：“${words}”`,

  proxy: {
    unreachable: {
      what: '无法连接代理服务器。',
      next: '请检查网络连接，以及系统设置或 HTTPS_PROXY 中的代理地址。',
    },
    ended: {
      what: '代理服务器未作响应便关闭了连接。',
      next: '请检查代理端口，以及代理地址是否应以 https:// 开头。',
    },
    untrusted: {
      what: '本机不信任代理服务器的证书。',
      next: '请向代理管理员索取证书受信任的地址，或以 http:// 开头的地址。',
    },
    'no-tls': {
      what: '代理服务器未使用 HTTPS（TLS）。',
      next: '请将代理地址开头的 https:// 改为 http://，然后重新启动 Orderglass。',
    },
    'no-proxy': {
      what: '代理地址上的服务器不是 HTTPS 代理。',
      next: '请检查系统设置或 HTTPS_PROXY 中代理的主机和端口。',
    },
    authentication: {
      what: '代理服务器要求输入用户名和密码。',
      next: '请退出 Orderglass，并设置 HTTPS_PROXY=http://USER:PASSWORD@HOST:PORT 后重新启动。',
    },
    'wrong-password': {
      what: '代理服务器不接受该用户名或密码。',
      next: '请在 HTTPS_PROXY 中更正（特殊字符须百分号编码），然后重新启动 Orderglass。',
    },
    'other-sign-in': {
      what: '代理服务器要求的登录方式不受 Orderglass 支持。',
      next: '请联系代理管理员开通用户名和密码（Basic）登录。',
    },
    refused: {
      what: '代理服务器拒绝连接交易所。',
      next: '请检查 API 地址，或联系代理管理员放行该地址。',
    },
    'exchange-unreachable': {
      what: '代理服务器无法连接交易所。',
      next: '请检查 API 地址；也可能是交易所暂停服务。',
    },
    unusable: {
      what: 'Orderglass 无法使用此类代理。',
      next: '请在系统设置或 HTTPS_PROXY 中设置 HTTP 代理，然后重新启动 Orderglass。',
    },
    'not-encoded': {
      what: '代理的用户名或密码中有未经百分号编码的 %。',
      next: '请在 HTTPS_PROXY 中将其写为 %25，然后重新启动 Orderglass。',
    },
  },

  connection: {
    limited: {
      counted: (seconds) => `已触发请求频率限制，${count(seconds)} 秒后自动恢复。`,
      uncounted: '已触发请求频率限制，稍后自动恢复。',
    },
    down: {
      counted: (seconds) => `交易所繁忙或正在维护，${count(seconds)} 秒后重试。`,
      uncounted: '交易所繁忙或正在维护，正在自动重试。',
    },
    offline: '无法连接交易所。Orderglass 会自动重试。',
    clockSkewed: (seconds) =>
      seconds > 0
        ? `本机时间比交易所慢 ${count(seconds)} 秒。请开启系统时间自动同步。`
        : `本机时间比交易所快 ${count(-seconds)} 秒。请开启系统时间自动同步。`,
  },

  fileNotices: {
    damaged: {
      settings: (backupName) =>
        backupName === null
          ? '数据文件夹中的 settings.json 无法读取，文件未作改动。当前使用默认设置，更改在退出 Orderglass 后失效。'
          : `settings.json 无法读取，设置已恢复默认。原文件已另存为数据文件夹中的 ${backupName}。`,
      accounts: (backupName) =>
        backupName === null
          ? '数据文件夹中的 accounts.json 无法读取，文件未作改动，账户无法保存。请修复或移走该文件，然后重启 Orderglass。'
          : `accounts.json 未能完整读取。原文件已另存为数据文件夹中的 ${backupName}。缺少的账户可以重新添加，原来的本地存档会自动恢复。`,
      alerts: (backupName) =>
        backupName === null
          ? '某个账户的提醒与消息文件无法读取，文件未作改动，提醒在退出 Orderglass 后失效。请检查数据文件夹中的“alerts”文件夹，然后重启 Orderglass。'
          : `某个账户的提醒与消息文件未能完整读取。原文件已另存为数据文件夹中“alerts”文件夹里的 ${backupName}。请检查提醒是否齐全。`,
    },
    damagedNotes: (backupName) =>
      `某个账户的备注文件未能完整读取。原文件已另存为数据文件夹中“notes”文件夹里的 ${backupName}。请检查备注是否齐全。`,
    laterVersion: {
      settings:
        'settings.json 由更新版本的 Orderglass 写入，文件未作改动。当前使用默认设置，更改在退出 Orderglass 后失效。请安装最新版本以使用您的设置。',
      accounts:
        'accounts.json 由更新版本的 Orderglass 写入，文件未作改动。您的账户未显示，也无法保存账户。请安装最新版本以使用这些账户。',
      alerts:
        '某个账户的提醒与消息文件由更新版本的 Orderglass 写入，文件未作改动。其中的提醒不会运行，新提醒在退出 Orderglass 后失效。请安装最新版本以使用这些提醒。',
      window: '窗口的大小和位置由更新版本的 Orderglass 保存，文件未作改动。窗口大小和位置的更改不会保存。',
    },
    earlierVersion: {
      settings:
        'settings.json 由 Orderglass 早期的未发布版本写入，文件未作改动。当前使用默认设置，更改在退出 Orderglass 后失效。如需保存设置，请移走此文件，然后重启 Orderglass。',
      accounts:
        'accounts.json 由 Orderglass 早期的未发布版本写入，文件未作改动。您的账户未显示，也无法保存账户。如需添加账户，请移走此文件，然后重启 Orderglass。',
      alerts:
        '某个账户的提醒与消息文件由 Orderglass 早期的未发布版本写入，文件未作改动。其中的提醒不会运行，新提醒在退出 Orderglass 后失效。如需保存提醒，请移走 alerts 文件夹，然后重启 Orderglass。',
    },
    settingValues: (paths, more) =>
      `settings.json 中有 Orderglass 无法使用的值，已改用默认值：${paths}${more === 0 ? '' : `，以及另外 ${count(more)} 项`}。请重新设置，或更正该文件。`,
    notRemoved: 'Orderglass 在删除所有数据时被中止，数据文件夹中仍有文件。请在设置中再次选择“删除所有数据…”。',
    noBackup: (folder) => `每周备份无法写入 ${folder}。请检查磁盘是否已连接、空间是否充足。Orderglass 每小时重试一次。`,
    understood: '知道了',
  },
};
